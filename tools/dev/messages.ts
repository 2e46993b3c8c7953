export interface Started {
  readonly address: string
  /** Absent if nothing is published. */
  readonly site?: string | undefined
  /** Absent if the database has users but no sample admin. */
  readonly token: string | undefined
  readonly reviewerToken: string | undefined
  readonly email: string
  /** Present on the start that generated it. */
  readonly password: string | undefined
}

export function migrationsLine(applied: readonly string[]): string {
  return `dev: ${applied.length} ${applied.length === 1 ? 'migration' : 'migrations'} applied`
}

/** The line that begins with `export` is for a second terminal: README.md continues from it. */
export function announcement(started: Started): string {
  const { address, site, token, reviewerToken, email, password } = started
  if (token === undefined) {
    return `
  Address   ${address}
  API docs  ${address}/docs

  The database already has users. Create a token for one of them:
  npx stemma-server token create --email EMAIL --label dev
`
  }
  const reviewer = reviewerToken === undefined ? '' : ` REVIEWER_TOKEN=${reviewerToken}`
  const published = site === undefined ? '' : `  Site      ${site}\n`
  return `
${published}  Address   ${address}
  API docs  ${address}/docs
  Console   ${address}/app/
  E-mail    ${email}
  Password  ${password ?? 'as shown on the first start; npm run dev -- --new-password sets a new one'}
  Token     ${token}

export STEMMA_ENDPOINT=${address} STEMMA_TOKEN=${token}${reviewer}
curl -H "Authorization: Bearer $STEMMA_TOKEN" "$STEMMA_ENDPOINT/v1/user"
`
}
