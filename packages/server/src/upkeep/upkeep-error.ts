/** It cannot be done; the message says what to do. */
export class UpkeepError extends Error {}

/** A backup is not what was written; whoever has another one should take that. */
export class DamagedBackup extends UpkeepError {}
