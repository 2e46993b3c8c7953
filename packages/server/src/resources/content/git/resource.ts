import type { Resource } from '../../resource.ts'
import { mountGit } from './routes.ts'

export const git: Resource = { routes: mountGit }
