import { UsageError, type Command } from './command.ts';

export const serviceCommand: Command = {
  name: 'service',
  usage: '<file> [options]',
  about: '',
  options: [],
  run: () => Promise.reject(new UsageError('This command is not there yet.')),
};
