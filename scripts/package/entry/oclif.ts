/** What stands for `@oclif/core` in the bundle: its modules that this program uses, without those beside them. */
export { Command } from '@oclif/core/command';
export * as Args from '@oclif/core/args';
export * as Flags from '@oclif/core/flags';
export * as Errors from '@oclif/core/errors';
