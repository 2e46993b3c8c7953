import type { Command } from '@stemma/command-line'
import { auditExport } from './audit-export.ts'
import { backup } from './backup.ts'
import type { Surroundings } from './command.ts'
import { doctor } from './doctor.ts'
import { domainVerify } from './domain-verify.ts'
import { init } from './init.ts'
import { keysCreate } from './keys-create.ts'
import { keysRotate } from './keys-rotate.ts'
import { migrate } from './migrate.ts'
import { nameFree } from './name-free.ts'
import { passwordSet } from './password-set.ts'
import { restore } from './restore.ts'
import { searchRebuild } from './search-rebuild.ts'
import { serve } from './serve.ts'
import { sessionEnd } from './session-end.ts'
import { tokenCreate } from './token-create.ts'
import { tokenList } from './token-list.ts'
import { tokenRevoke } from './token-revoke.ts'
import { userCreate } from './user-create.ts'
import { work } from './work.ts'

export const commands: readonly Command<Surroundings>[] = [
  serve,
  work,
  migrate,
  init,
  userCreate,
  tokenCreate,
  tokenList,
  tokenRevoke,
  passwordSet,
  sessionEnd,
  domainVerify,
  nameFree,
  searchRebuild,
  keysCreate,
  keysRotate,
  auditExport,
  backup,
  restore,
  doctor,
]
