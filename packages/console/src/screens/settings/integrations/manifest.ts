import type { Integration } from '@stemma/contract'
import type { InputOf } from '../../../app/operations.ts'

export type Manifest = InputOf<'publishIntegration'>['body']

/** The parts of a manifest that the form asks for as JSON: few integrations have them. */
type Rest = Pick<
  Manifest,
  'runtime' | 'blocks' | 'contentSources' | 'externalLinks' | 'configurations' | 'contentSecurityPolicy'
>

/** What the form holds apart from its files. */
export interface Filled {
  readonly title: string
  readonly description: string
  readonly summary: string
  readonly visibility: Integration['visibility']
  readonly target: Integration['target']
  readonly categories: readonly string[]
  readonly scopes: readonly string[]
  /** One `name=value` per line. */
  readonly secrets: string
  readonly rest: string
}

export interface ManifestFiles {
  readonly script: File
  readonly icon: File | undefined
  readonly previews: readonly File[]
}

/** What the form begins with: the last version, or an empty one. */
export function startFor(integration: Integration | undefined): Filled {
  const {
    title = '',
    description = '',
    summary = '',
    visibility = 'private',
    target = 'all',
  } = integration ?? {}
  return {
    title,
    description,
    summary,
    visibility,
    target,
    categories: integration?.categories ?? [],
    scopes: integration?.scopes ?? [],
    secrets: '',
    rest: JSON.stringify(restOf(integration), null, 2),
  }
}

function restOf(integration: Integration | undefined): object {
  if (integration === undefined) return {}
  const {
    blocks = [],
    contentSources = [],
    externalLinks,
    configurations,
    contentSecurityPolicy,
  } = integration
  return {
    ...(blocks.length > 0 && { blocks }),
    ...(contentSources.length > 0 && { contentSources }),
    ...(externalLinks.length > 0 && { externalLinks }),
    ...(configurations !== undefined && { configurations }),
    ...(contentSecurityPolicy !== undefined && { contentSecurityPolicy }),
  }
}

/** The manifest that a form describes. Throws what is wrong with it, in words. */
export async function manifestOf(
  organization: string,
  { secrets, rest, summary, categories, scopes, ...filled }: Filled,
  { script, icon, previews }: ManifestFiles,
): Promise<Manifest> {
  const named = readSecrets(secrets)
  return {
    ...readRest(rest),
    ...filled,
    ...(summary.trim() !== '' && { summary }),
    // The form offers no others.
    categories: [...categories] as NonNullable<Manifest['categories']>,
    scopes: [...scopes] as NonNullable<Manifest['scopes']>,
    organization,
    script: await script.text(),
    ...(icon !== undefined && { icon: await base64Of(icon) }),
    ...(previews.length > 0 && { previewImages: await Promise.all(previews.map(base64Of)) }),
    ...(Object.keys(named).length > 0 && { secrets: named }),
  }
}

export function readRest(text: string): Rest {
  const value: unknown = parsed(text.trim() || '{}')
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ManifestProblem(
      'The rest of the manifest is not a JSON object. Check quotes, commas and braces.',
    )
  return value as Rest
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function readSecrets(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line, at) => {
      const middle = line.indexOf('=')
      if (line.slice(0, Math.max(middle, 0)).trim() === '')
        throw new ManifestProblem(`Line ${at + 1} of the secrets has no “=”. Write each as NAME=value.`)
      return [line.slice(0, middle).trim(), line.slice(middle + 1).trim()]
    }),
  )
}

/** Something in the form that only the console can find. */
export class ManifestProblem extends Error {
  override readonly name = 'ManifestProblem'
}

const chunk = 0x80_00

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += chunk)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + chunk)))
  return btoa(parts.join(''))
}
