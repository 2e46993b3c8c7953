/** The settings that a worker needs for imports. */
export const importSettings = {
  filesBytesMax: 1024 * 1024,
  filesOrganizationBytesMax: 0,
  importPagesMax: 100,
  importBytesMax: 10 * 1024 * 1024,
  importStepSeconds: 1,
}
