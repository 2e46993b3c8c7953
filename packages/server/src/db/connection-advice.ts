/** What an operator can do if PostgreSQL rejects the connection, by SQLSTATE. */
export const connectionAdvice: Readonly<Record<string, string>> = {
  '3D000':
    'The database in DATABASE_URL does not exist. Create it with createdb, then run stemma-server migrate.',
  '28P01': 'PostgreSQL rejected the password in DATABASE_URL. Correct it.',
  '28000': 'PostgreSQL rejected the user in DATABASE_URL. Create the user, or allow it in pg_hba.conf.',
}
