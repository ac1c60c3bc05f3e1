import { TASKS, type TaskName } from './tasks.js';

/** Runs one task on its file or files, and prints its numbers. */
const [task, file, other] = process.argv.slice(2) as [TaskName, string, string];
console.log(JSON.stringify(await TASKS[task](file, other)));
