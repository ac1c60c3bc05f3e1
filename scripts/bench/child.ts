import { TASKS, type TaskName } from './tasks.js';

/** Runs one task on one file, and prints its numbers. */
const [task, file] = process.argv.slice(2) as [TaskName, string];
console.log(JSON.stringify(await TASKS[task](file)));
