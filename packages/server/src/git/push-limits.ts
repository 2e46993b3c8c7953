/** How much one push can bring. `docs/git.md` lists what users meet. */
export const pushLimits = {
  packBytes: 150 * 1024 * 1024,
  objects: 250_000,
  /** Of one object, also of one that a delta produces. */
  objectBytes: 64 * 1024 * 1024,
  /** Of all objects together: deltas, and what they produce. */
  allBytes: 1024 * 1024 * 1024,
  /** Git itself never writes longer chains of deltas. */
  deltaDepth: 4_095,
  commits: 200,
  commitBytes: 1024 * 1024,
  folderDepth: 200,
  /** In the folders of one commit that are new. */
  files: 250_000,
  /** In all new folders together. */
  folders: 500_000,
} as const
