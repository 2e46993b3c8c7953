import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A key and a certificate for these names, signed by itself; undefined without openssl. */
export function identityFor(names: string) {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-identity-'))
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile]
  const subject = ['-subj', '/CN=test', '-addext', `subjectAltName=${names}`, '-days', '2']
  try {
    execFileSync('openssl', ['req', '-x509', ...key, ...subject, '-out', certFile], { stdio: 'ignore' })
    return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8') }
  } catch {
    return undefined
  } finally {
    rmSync(folder, { recursive: true })
  }
}
