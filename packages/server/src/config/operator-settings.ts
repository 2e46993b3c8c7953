import { choice, mailboxes } from './readers.ts'

/** The people who run the server, and what its log tells them. */
export const operatorSettings = {
  operators: {
    variable: 'STEMMA_OPERATORS',
    reader: mailboxes,
    byDefault: 'none',
    meaning:
      'The e-mail addresses of the people who run the server. They see its state in the console and ' +
      'through the API: checks, jobs, mails that could not be sent, storage and the last backup. It gives ' +
      'no access to organizations.',
  },
  logLevel: {
    variable: 'STEMMA_LOG_LEVEL',
    reader: choice(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info'),
    meaning: 'The lowest level of log lines to write.',
  },
}
