import { type Static, Type } from 'typebox'
import { Body, List, type Operations, PageQuery } from './operation.ts'
import { Address, Id, ObjectName, Permissions, Timestamp } from './scalars.ts'

const Title = Type.String({ minLength: 1, maxLength: 100 })

export const TranslationSettings = Type.Object(
  {
    object: ObjectName('translation-settings'),
    id: Id,
    title: Title,
    languages: Type.Array(Type.String()),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    permissions: Permissions(['view', 'edit']),
    urls: Type.Object({ location: Address }),
  },
  { title: 'TranslationSettings' },
)
export type TranslationSettings = Static<typeof TranslationSettings>

export const translationOperations = {
  listTranslations: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/translations',
    summary: 'List translation settings',
    access: ['org.read'],
    scope: 'organization:read',
    query: PageQuery,
    status: 200,
    returns: List(TranslationSettings),
  },
  createTranslation: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/translations',
    summary: 'Create translation settings',
    access: ['org.create'],
    scope: 'organization:write',
    body: Body({ title: Title }),
    status: 201,
    returns: TranslationSettings,
  },
  getTranslation: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/translations/{translationSettingsId}',
    summary: 'Get translation settings',
    access: ['org.read'],
    scope: 'organization:read',
    status: 200,
    returns: TranslationSettings,
  },
  updateTranslation: {
    method: 'PUT',
    path: '/v1/orgs/{organizationId}/translations/{translationSettingsId}',
    summary: 'Rename translation settings',
    access: ['org.create'],
    scope: 'organization:write',
    body: Body({ title: Title }),
    status: 200,
    returns: TranslationSettings,
  },
  deleteTranslation: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}/translations/{translationSettingsId}',
    summary: 'Delete translation settings',
    description: 'The translated spaces are kept.',
    access: ['org.create'],
    scope: 'organization:write',
    status: 205,
  },
} satisfies Operations
