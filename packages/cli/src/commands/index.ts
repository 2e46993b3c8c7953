import type { Command } from '../command.ts'
import { exportSpace } from './export.ts'
import { importInto } from './import.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { members } from './members.ts'
import { orgs } from './orgs.ts'
import { teams } from './teams.ts'
import { whoami } from './whoami.ts'

export const commands: readonly Command[] = [
  ...[login, logout, whoami, orgs, members, teams],
  ...[exportSpace, importInto],
]
