import type { Entry } from '@stemma/command-line'
import type { Surroundings } from './command.ts'

/** Each command is imported only when it runs, because most of them load the whole server. */
export const commands: readonly Entry<Surroundings>[] = [
  {
    name: 'serve',
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    name: 'work',
    load: async () => (await import('./work.ts')).work,
  },
  {
    name: 'migrate',
    load: async () => (await import('./migrate.ts')).migrate,
  },
  {
    name: 'init',
    load: async () => (await import('./init.ts')).init,
  },
  {
    name: 'user create',
    load: async () => (await import('./user-create.ts')).userCreate,
  },
  {
    name: 'user delete',
    load: async () => (await import('./user-delete.ts')).userDelete,
  },
  {
    name: 'token create',
    load: async () => (await import('./token-create.ts')).tokenCreate,
  },
  {
    name: 'token list',
    load: async () => (await import('./token-list.ts')).tokenList,
  },
  {
    name: 'token revoke',
    load: async () => (await import('./token-revoke.ts')).tokenRevoke,
  },
  {
    name: 'password set',
    load: async () => (await import('./password-set.ts')).passwordSet,
  },
  {
    name: 'session end',
    load: async () => (await import('./session-end.ts')).sessionEnd,
  },
  {
    name: 'second-factor remove',
    load: async () => (await import('./second-factor-remove.ts')).secondFactorRemove,
  },
  {
    name: 'domain verify',
    load: async () => (await import('./domain-verify.ts')).domainVerify,
  },
  {
    name: 'name free',
    load: async () => (await import('./name-free.ts')).nameFree,
  },
  {
    name: 'mail test',
    load: async () => (await import('./mail-test.ts')).mailTest,
  },
  {
    name: 'mail retry',
    load: async () => (await import('./mail-retry.ts')).mailRetry,
  },
  {
    name: 'search rebuild',
    load: async () => (await import('./search-rebuild.ts')).searchRebuild,
  },
  {
    name: 'keys create',
    load: async () => (await import('./keys-create.ts')).keysCreate,
  },
  {
    name: 'keys rotate',
    load: async () => (await import('./keys-rotate.ts')).keysRotate,
  },
  {
    name: 'audit export',
    load: async () => (await import('./audit-export.ts')).auditExport,
  },
  {
    name: 'backup',
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    name: 'restore',
    load: async () => (await import('./restore.ts')).restore,
  },
  {
    name: 'doctor',
    load: async () => (await import('./doctor.ts')).doctor,
  },
]
