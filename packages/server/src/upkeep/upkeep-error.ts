/** An expected failure. The message tells the operator what to do. */
export class UpkeepError extends Error {}

/** The backup differs from what was written. */
export class DamagedBackup extends UpkeepError {}
