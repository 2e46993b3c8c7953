import { Type } from 'typebox'
import type { Operations } from './operation.ts'
import { Values } from './scalars.ts'

const base = {
  title: Type.String(),
  /** The name of the website. */
  site: Type.String(),
  icon: Type.Optional(Type.String()),
}

const Embed = Type.Union(
  [
    Type.Object({ ...base, type: Values(['link']) }),
    Type.Object({ ...base, type: Values(['rich']), html: Type.String() }),
  ],
  { title: 'Embed' },
)

export const embedOperations = {
  getEmbedByUrlInSpace: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/embed',
    summary: 'Get the embed of a URL',
    description:
      'Returns a frame for pages of well-known websites, such as videos, designs and code, and a link for ' +
      'any other URL. The server derives it from the URL and calls no other server.',
    access: ['space.read', 'space.audience'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query: Type.Object({ url: Type.String({ minLength: 1, maxLength: 2048 }) }),
    status: 200,
    returns: Embed,
  },
} satisfies Operations
