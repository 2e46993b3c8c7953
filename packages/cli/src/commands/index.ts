import type { Command } from '@stemma/command-line'
import type { Call } from '../command.ts'
import { completionCommand } from './completion.ts'
import { crCreate, crEdit, crGet, crList } from './cr.ts'
import { crConflicts, crResolve } from './cr-conflicts.ts'
import { crDiff } from './cr-diff.ts'
import { crMerge, crUpdate } from './cr-merge.ts'
import { crReview } from './cr-review.ts'
import { exportSpace } from './export.ts'
import { importInto } from './import.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { members } from './members.ts'
import { orgs } from './orgs.ts'
import { pagesGet, pagesList } from './pages.ts'
import { pagesEdit } from './pages-edit.ts'
import { spacesCreate, spacesGet, spacesList } from './spaces.ts'
import { teams } from './teams.ts'
import { use } from './use.ts'
import { whoami } from './whoami.ts'

export const commands: readonly Command<Call>[] = [
  ...[login, logout, whoami, use, orgs, members, teams],
  ...[spacesList, spacesGet, spacesCreate, pagesList, pagesGet, pagesEdit],
  ...[crList, crGet, crCreate, crEdit, crDiff, crUpdate, crConflicts, crResolve, crReview, crMerge],
  ...[exportSpace, importInto, completionCommand],
]
