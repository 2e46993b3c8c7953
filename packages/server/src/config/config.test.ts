import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { allSettings, readConfig } from './config.ts'
import { ConfigError } from './readers.ts'

const DATABASE_URL = 'postgres://stemma:secret@db.example.com:5432/stemma'
const variables = allSettings.map(({ variable }) => variable)

test('a documented default given by hand changes nothing', async () => {
  const page = await readFile(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8')
  const documented = [...page.matchAll(/^\| `(\w+)` \| `([^`]+)` \| /gm)]
  assert.equal(documented.length, allSettings.length - 23, 'all but twenty-three have a value as default')
  for (const [, variable = '', value = ''] of documented) {
    if (variables.includes(value)) continue
    assert.deepEqual(readConfig({ DATABASE_URL, [variable]: value }), readConfig({ DATABASE_URL }), variable)
  }
})

const noMail = {
  smtpHost: '',
  smtpPort: 587,
  smtpUser: '',
  smtpPassword: '',
  smtpSecurity: 'starttls',
  smtpCa: '',
  mailFrom: '',
  dkimDomain: '',
  dkimSelector: 'stemma',
  dkimKey: '',
}

test('the defaults are those of a server on one machine', () => {
  assert.deepEqual(readConfig({ DATABASE_URL }), {
    databaseUrl: DATABASE_URL,
    databaseConnectionsMax: Math.max(10, availableParallelism() * 2),
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://127.0.0.1:3000',
    appUrl: 'http://127.0.0.1:3000',
    sitesUrl: 'http://127.0.0.1:3000/sites',
    corsOrigins: '*',
    hstsSubdomains: false,
    trustedProxies: 0,
    operators: [],
    logLevel: 'info',
    rateLimitPerMinute: 6000,
    streamsPerPerson: 50,
    streamsPerOrganization: 2000,
    bodyBytesMax: 2_097_152,
    requestTimeoutMs: 30_000,
    passwordLogin: true,
    breachedPasswords: '',
    sessionDays: 30,
    sessionIdleHours: 168,
    invitationDays: 30,
    tokensMax: 100,
    ssoProofHours: 720,
    deletedOrganizationsKeptDays: 14,
    deletedSpacesKeptDays: 7,
    releasedNamesKeptDays: 30,
    contentCacheBytes: 67_108_864,
    sitesCacheBytes: 67_108_864,
    insightKeptDays: 400,
    insightSeconds: 10,
    ...noMail,
    filesUrl: 'http://127.0.0.1:3000',
    filesFolder: 'files',
    filesBytesMax: 26_214_400,
    filesOrganizationBytesMax: 0,
    filesBucket: '',
    filesBucketRegion: 'us-east-1',
    filesBucketEndpoint: '',
    filesBucketPrefix: '',
    filesBucketKeyId: '',
    filesBucketSecret: '',
    secretKeys: [],
    outsideAllow: [],
    gitFolder: '',
    fontsFolder: '',
    dnsServers: [],
    openapiRefreshHours: 6,
    auditKeptDays: 0,
    deliveriesKeptDays: 30,
    importPagesMax: 5000,
    importBytesMax: 104_857_600,
    importStepSeconds: 5,
    importsKeptDays: 90,
    notificationsKeptDays: 90,
    threads: 2,
    jobs: true,
    metrics: 'loopback',
    tlsPermission: 'loopback',
    console: true,
    docs: true,
  })
  const empty = Object.fromEntries(variables.map((variable) => [variable, '']))
  assert.deepEqual(readConfig({ ...empty, DATABASE_URL }), readConfig({ DATABASE_URL }))
})

/** A value other than the default for each setting. */
const every = {
  DATABASE_URL: 'postgresql:///stemma?host=/run/postgresql',
  STEMMA_DATABASE_CONNECTIONS_MAX: '33',
  STEMMA_HOST: 'stemma.internal',
  STEMMA_PORT: '8080',
  STEMMA_PUBLIC_URL: 'https://docs.example.com/stemma/',
  STEMMA_APP_URL: 'https://app.example.com',
  STEMMA_SITES_URL: 'https://sites.example.com/',
  STEMMA_CORS_ORIGINS: 'https://one.example.com, http://localhost:5173',
  STEMMA_HSTS_SUBDOMAINS: 'on',
  STEMMA_TRUST_PROXY: '2',
  STEMMA_LOG_LEVEL: 'warn',
  STEMMA_RATE_LIMIT_PER_MINUTE: '60',
  STEMMA_STREAMS_PER_PERSON: '5',
  STEMMA_STREAMS_PER_ORGANIZATION: '70',
  STEMMA_BODY_BYTES_MAX: '1024',
  STEMMA_REQUEST_TIMEOUT_MS: '1000',
  STEMMA_PASSWORD_LOGIN: 'off',
  STEMMA_BREACHED_PASSWORDS: '/var/lib/stemma/breached.txt',
  STEMMA_SESSION_DAYS: '7',
  STEMMA_SESSION_IDLE_HOURS: '8',
  STEMMA_INVITATION_DAYS: '3',
  STEMMA_TOKENS_MAX: '10',
  STEMMA_SSO_PROOF_HOURS: '24',
  STEMMA_DELETED_ORGANIZATIONS_KEPT_DAYS: '60',
  STEMMA_DELETED_SPACES_KEPT_DAYS: '30',
  STEMMA_RELEASED_NAMES_KEPT_DAYS: '60',
  STEMMA_CONTENT_CACHE_BYTES: '0',
  STEMMA_SITES_CACHE_BYTES: '0',
  STEMMA_INSIGHT_KEPT_DAYS: '90',
  STEMMA_INSIGHT_SECONDS: '60',
  STEMMA_OPERATORS: 'ada@example.com, Grace@example.com',
  STEMMA_SMTP_HOST: 'smtp.example.com',
  STEMMA_SMTP_PORT: '465',
  STEMMA_SMTP_USER: 'stemma@example.com',
  STEMMA_SMTP_PASSWORD: 'two words',
  STEMMA_SMTP_SECURITY: 'tls',
  STEMMA_SMTP_CA: '/etc/ssl/mail.pem',
  STEMMA_MAIL_FROM: 'Example Docs <stemma@example.com>',
  STEMMA_DKIM_DOMAIN: 'example.com',
  STEMMA_DKIM_SELECTOR: 'docs',
  STEMMA_DKIM_KEY: '/etc/stemma/dkim.pem',
  STEMMA_FILES_URL: 'https://files.example.com',
  STEMMA_FILES_FOLDER: '/var/lib/stemma/files',
  STEMMA_FILES_BYTES_MAX: '1024',
  STEMMA_FILES_ORGANIZATION_BYTES_MAX: '5000',
  STEMMA_FILES_BUCKET: 'docs',
  STEMMA_FILES_BUCKET_REGION: 'eu-central-1',
  STEMMA_FILES_BUCKET_ENDPOINT: 'https://s3.example.com',
  STEMMA_FILES_BUCKET_PREFIX: 'stemma/',
  STEMMA_FILES_BUCKET_KEY_ID: 'KEY',
  STEMMA_FILES_BUCKET_SECRET: 'sec/ret',
  STEMMA_SECRET_KEYS: `new:${'a'.repeat(43)}, old:${'Q'.repeat(43)}=`,
  STEMMA_OUTSIDE_ALLOW: '10.0.0.5:8080, [fd00::1]:80',
  STEMMA_GIT_FOLDER: '/var/cache/stemma',
  STEMMA_FONTS_FOLDER: '/usr/share/fonts',
  STEMMA_DNS_SERVERS: '10.0.0.53, 10.0.0.54:5353, [fd00::53]:53, fd00::54',
  STEMMA_OPENAPI_REFRESH_HOURS: '24',
  STEMMA_AUDIT_KEPT_DAYS: '365',
  STEMMA_DELIVERIES_KEPT_DAYS: '7',
  STEMMA_IMPORT_PAGES_MAX: '10',
  STEMMA_IMPORT_BYTES_MAX: '4096',
  STEMMA_IMPORT_STEP_SECONDS: '2',
  STEMMA_IMPORTS_KEPT_DAYS: '14',
  STEMMA_NOTIFICATIONS_KEPT_DAYS: '30',
  STEMMA_THREADS: '5',
  STEMMA_JOBS: 'off',
  STEMMA_METRICS: 'off',
  STEMMA_TLS_PERMISSION: 'off',
  STEMMA_CONSOLE: 'off',
  STEMMA_DOCS: 'off',
}

const mail = {
  smtpHost: 'smtp.example.com',
  smtpPort: 465,
  smtpUser: 'stemma@example.com',
  smtpPassword: 'two words',
  smtpSecurity: 'tls',
  smtpCa: '/etc/ssl/mail.pem',
  mailFrom: 'Example Docs <stemma@example.com>',
  dkimDomain: 'example.com',
  dkimSelector: 'docs',
  dkimKey: '/etc/stemma/dkim.pem',
}

test('every setting can be set', () => {
  assert.deepEqual(readConfig(every), {
    databaseUrl: 'postgresql:///stemma?host=/run/postgresql',
    databaseConnectionsMax: 33,
    host: 'stemma.internal',
    port: 8080,
    publicUrl: 'https://docs.example.com/stemma',
    appUrl: 'https://app.example.com',
    sitesUrl: 'https://sites.example.com',
    corsOrigins: ['https://one.example.com', 'http://localhost:5173'],
    hstsSubdomains: true,
    trustedProxies: 2,
    operators: ['ada@example.com', 'grace@example.com'],
    logLevel: 'warn',
    rateLimitPerMinute: 60,
    streamsPerPerson: 5,
    streamsPerOrganization: 70,
    bodyBytesMax: 1024,
    requestTimeoutMs: 1000,
    passwordLogin: false,
    breachedPasswords: '/var/lib/stemma/breached.txt',
    sessionDays: 7,
    sessionIdleHours: 8,
    invitationDays: 3,
    tokensMax: 10,
    ssoProofHours: 24,
    deletedOrganizationsKeptDays: 60,
    deletedSpacesKeptDays: 30,
    releasedNamesKeptDays: 60,
    contentCacheBytes: 0,
    sitesCacheBytes: 0,
    insightKeptDays: 90,
    insightSeconds: 60,
    ...mail,
    filesUrl: 'https://files.example.com',
    filesFolder: '/var/lib/stemma/files',
    filesBytesMax: 1024,
    filesOrganizationBytesMax: 5000,
    filesBucket: 'docs',
    filesBucketRegion: 'eu-central-1',
    filesBucketEndpoint: 'https://s3.example.com',
    filesBucketPrefix: 'stemma/',
    filesBucketKeyId: 'KEY',
    filesBucketSecret: 'sec/ret',
    secretKeys: [
      { id: 'new', key: Buffer.from('a'.repeat(43), 'base64') },
      { id: 'old', key: Buffer.from('Q'.repeat(43), 'base64') },
    ],
    outsideAllow: ['10.0.0.5:8080', '[fd00::1]:80'],
    gitFolder: '/var/cache/stemma',
    fontsFolder: '/usr/share/fonts',
    dnsServers: ['10.0.0.53', '10.0.0.54:5353', '[fd00::53]:53', 'fd00::54'],
    openapiRefreshHours: 24,
    auditKeptDays: 365,
    deliveriesKeptDays: 7,
    importPagesMax: 10,
    importBytesMax: 4096,
    importStepSeconds: 2,
    importsKeptDays: 14,
    notificationsKeptDays: 30,
    threads: 5,
    jobs: false,
    metrics: 'off',
    tlsPermission: 'off',
    console: false,
    docs: false,
  })
})

test('the public address is made of the host and the port, as a browser would name them', () => {
  const publicUrl = (host: string) => readConfig({ DATABASE_URL, STEMMA_HOST: host }).publicUrl
  assert.equal(publicUrl('0.0.0.0'), 'http://localhost:3000')
  assert.equal(publicUrl('::'), 'http://localhost:3000')
  assert.equal(publicUrl('::1'), 'http://[::1]:3000')
  assert.equal(publicUrl('stemma.internal'), 'http://stemma.internal:3000')
})

const aKey = `a:${'a'.repeat(43)}`
const sameName = `${aKey},${aKey}`

const wrong: Readonly<Record<string, readonly string[]>> = {
  DATABASE_URL: ['', 'mysql://stemma:secret@db/stemma', 'postgres://stemma:secret@db:port/stemma', 'secret'],
  STEMMA_DATABASE_CONNECTIONS_MAX: ['1', '1001', 'many'],
  STEMMA_HOST: ['http://localhost', 'two words', '300.1.1.1:3000'],
  STEMMA_PORT: ['65536', '-1', '80.5', '0x50', ' 80', 'tcp://10.0.0.1:3000'],
  STEMMA_PUBLIC_URL: [
    'docs.example.com',
    'ftp://docs.example.com',
    'https://',
    'https://docs.example.com?a=b',
  ],
  STEMMA_APP_URL: ['app.example.com', 'https://ada:secret@app.example.com', 'https://app.example.com#top'],
  STEMMA_SITES_URL: ['sites.example.com', 'https://sites.example.com?a=b'],
  STEMMA_CORS_ORIGINS: ['docs.example.com', 'https://docs.example.com/', '*,https://docs.example.com', ','],
  STEMMA_HSTS_SUBDOMAINS: ['true', '1'],
  STEMMA_TRUST_PROXY: ['true', '0', '10', 'ON'],
  STEMMA_OPERATORS: ['ada', 'ada@example.com grace@example.com', ','],
  STEMMA_LOG_LEVEL: ['loud', 'INFO'],
  STEMMA_RATE_LIMIT_PER_MINUTE: ['0', '1e9'],
  STEMMA_BODY_BYTES_MAX: ['1023', '2MB'],
  STEMMA_STREAMS_PER_PERSON: ['0', '1e9'],
  STEMMA_STREAMS_PER_ORGANIZATION: ['0', '1e9'],
  STEMMA_REQUEST_TIMEOUT_MS: ['999', '600001', '30s'],
  STEMMA_PASSWORD_LOGIN: ['no', 'false'],
  STEMMA_BREACHED_PASSWORDS: [' breached.txt'],
  STEMMA_SESSION_DAYS: ['0', '366', 'month'],
  STEMMA_SESSION_IDLE_HOURS: ['0', '8761', '8h'],
  STEMMA_INVITATION_DAYS: ['0', '366', 'month'],
  STEMMA_TOKENS_MAX: ['0', '100001', 'many'],
  STEMMA_SSO_PROOF_HOURS: ['0', '87601', '8h'],
  STEMMA_DELETED_ORGANIZATIONS_KEPT_DAYS: ['-1', '3651', 'fortnight'],
  STEMMA_DELETED_SPACES_KEPT_DAYS: ['-1', '1.5', 'week'],
  STEMMA_RELEASED_NAMES_KEPT_DAYS: ['-1', 'month'],
  STEMMA_CONTENT_CACHE_BYTES: ['-1', '64MB'],
  STEMMA_SITES_CACHE_BYTES: ['-1', '64MB'],
  STEMMA_INSIGHT_KEPT_DAYS: ['0', 'year'],
  STEMMA_INSIGHT_SECONDS: ['0', '1d'],
  STEMMA_SMTP_HOST: ['smtp://smtp.example.com', 'two words', 'smtp.example.com:25'],
  STEMMA_SMTP_PORT: ['0', '65536', 'smtp'],
  STEMMA_SMTP_USER: ['two words'],
  STEMMA_SMTP_PASSWORD: [' ', 'end '],
  STEMMA_SMTP_SECURITY: ['on', 'TLS'],
  STEMMA_SMTP_CA: [' ca.pem'],
  STEMMA_MAIL_FROM: ['stemma', 'a@b.example, c@d.example', 'a@b.example\nBcc: c@d.example'],
  STEMMA_DKIM_DOMAIN: ['example', 'https://example.com', 'example.com'],
  STEMMA_DKIM_SELECTOR: ['Two words', 'a.b'],
  STEMMA_DKIM_KEY: [' key.pem'],
  STEMMA_FILES_URL: ['files.example.com', 'https://files.example.com?a=b'],
  STEMMA_FILES_FOLDER: [' ', '/var/files '],
  STEMMA_FILES_BYTES_MAX: ['1023', '25MB'],
  STEMMA_FILES_ORGANIZATION_BYTES_MAX: ['-1', '25MB'],
  STEMMA_FILES_BUCKET: ['Docs', 'a', 's3://docs'],
  STEMMA_FILES_BUCKET_REGION: ['EU', 'eu central'],
  STEMMA_FILES_BUCKET_ENDPOINT: ['s3.example.com', 'https://key:secret@s3.example.com'],
  STEMMA_FILES_BUCKET_PREFIX: ['/stemma', 'two words'],
  STEMMA_FILES_BUCKET_KEY_ID: ['two words', 'KEY'],
  STEMMA_FILES_BUCKET_SECRET: ['two words'],
  STEMMA_GIT_FOLDER: [' git'],
  STEMMA_SECRET_KEYS: ['secret', 'a:b', `${'a'.repeat(43)}`, `a:${'a'.repeat(44)}`, sameName, `${aKey},`],
  STEMMA_OUTSIDE_ALLOW: ['10.0.0.5', 'intranet:80', '10.0.0.5:80,'],
  STEMMA_FONTS_FOLDER: [' fonts'],
  STEMMA_DNS_SERVERS: ['dns.example.com', '10.0.0', '10.0.0.53,'],
  STEMMA_OPENAPI_REFRESH_HOURS: ['-1', '8761', 'never'],
  STEMMA_AUDIT_KEPT_DAYS: ['-1', '36501', 'ever'],
  STEMMA_DELIVERIES_KEPT_DAYS: ['0', '3651', 'ever'],
  STEMMA_IMPORT_PAGES_MAX: ['0', '100001'],
  STEMMA_IMPORT_BYTES_MAX: ['1023', 'all'],
  STEMMA_IMPORT_STEP_SECONDS: ['0', '61'],
  STEMMA_IMPORTS_KEPT_DAYS: ['-1', '36501', 'ever'],
  STEMMA_NOTIFICATIONS_KEPT_DAYS: ['0', '36501', 'ever'],
  STEMMA_THREADS: ['0', '65', 'many'],
  STEMMA_JOBS: ['yes', 'false'],
  STEMMA_METRICS: ['no'],
  STEMMA_TLS_PERMISSION: ['no'],
  STEMMA_CONSOLE: ['no'],
  STEMMA_DOCS: ['no'],
}

test('a wrong value of every setting is refused with a sentence that names it', () => {
  assert.deepEqual(Object.keys(wrong), variables)
  for (const [variable, values] of Object.entries(wrong)) {
    for (const value of values) {
      assert.throws(
        () => readConfig({ DATABASE_URL, [variable]: value }),
        (error) =>
          error instanceof ConfigError && error.message.includes(variable) && /\.$/.test(error.message),
        `${variable}=${value}`,
      )
    }
  }
})

test('what is wrong with the address of the database does not show its password', () => {
  for (const value of wrong.DATABASE_URL ?? []) {
    assert.throws(
      () => readConfig({ DATABASE_URL: value }),
      (error: Error) => !error.message.includes('secret'),
    )
  }
})

test('a setting that does not exist is refused, but not what the command of the users reads', () => {
  assert.throws(() => readConfig({ DATABASE_URL, STEMMA_PROT: '80', STEMMA_LOG: 'info' }), {
    message:
      'Unknown setting: STEMMA_PROT, STEMMA_LOG. Remove it, or check the name in docs/configuration.md.',
  })
  const others = {
    STEMMA_ENDPOINT: 'https://docs.example.com',
    STEMMA_TOKEN: 'stm_x',
    STEMMA_ORG: 'Example Docs',
    STEMMA_SPACE: 'Handbook',
    PATH: '/bin',
    stemma_x: '',
  }
  assert.deepEqual(readConfig({ DATABASE_URL, ...others }), readConfig({ DATABASE_URL }))
})
