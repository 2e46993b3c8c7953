import type { InstallationScope, Scope, ServerStatus } from '@stemma/contract'
import type { Audience } from '../auth/audience.ts'
import type { ContentTokens, Visited } from '../auth/content-token.ts'
import type { Standing } from '../auth/resolver.ts'
import type { Seals } from '../auth/sealing.ts'
import type { SessionSettings } from '../auth/session-settings.ts'
import type { ObjectCache } from '../content/object-cache.ts'
import type { Database } from '../db/database.ts'
import type { BlobStore } from '../files/blob-store.ts'
import type { Downloads } from '../files/download-addresses.ts'
import type { ExportAddresses } from '../files/export-addresses.ts'
import type { PDFAddresses } from '../files/pdf-addresses.ts'
import type { UploadAddresses } from '../files/upload-addresses.ts'
import type { Outside } from '../outside/guarded-fetch.ts'
import type { Addresses } from './addresses.ts'

/** Everything a handler can use besides its input. */
export interface Context extends PublicContext {
  readonly caller: Caller
  /** The caller's access to the objects in the path. */
  readonly standing: Standing
  /** The organization of the request. If there is none, the ID of the caller. */
  readonly home: string
  /** The site that the request is about, and the caller as a visitor of it. */
  readonly audience?: Audience
  /** The place that the content token of a visitor is for. */
  readonly visited?: Visited
}

/** What operators want to know about an installation, besides its version. */
export type Examined = Omit<ServerStatus, 'object' | 'version' | 'build'>

/** The context of operations that need no caller. */
export interface PublicContext {
  /** Already inside a transaction when the operation writes. */
  readonly db: Database
  /** One instant for the whole request, as ISO 8601. */
  readonly now: string
  readonly requestId: string
  readonly addresses: Addresses
  readonly contentTokens: ContentTokens
  /** Encrypts secrets that must be readable again. */
  readonly seals: Seals
  readonly sessions: SessionSettings
  /** The e-mail addresses of the people who run the server, in lower case. */
  readonly operators: readonly string[]
  /** Looks at the state of the installation. */
  readonly examine: () => Promise<Examined>
  /** Whether an SMTP server is set up. If not, people see links instead. */
  readonly sendsMail: boolean
  /** How long an invitation can be accepted. */
  readonly invitationDays: number
  /** How long a deleted organization can be restored. */
  readonly deletedOrganizationsKeptDays: number
  /** How long a deleted space can be restored. */
  readonly deletedSpacesKeptDays: number
  /** The maximum number of personal access tokens per person. */
  readonly tokensMax: number
  /** How long a name stays reserved for the organization that gave it up. */
  readonly releasedNamesKeptDays: number
  /** How long views, searches and feedback of sites are kept. */
  readonly insightKeptDays: number
  /** Recently read content objects. */
  readonly objects: ObjectCache
  readonly files: Files
  readonly imports: ImportLimits
  /** The only way to call other servers. Don't use it inside a transaction. */
  readonly outside: Outside
  /** The last event that the receiver of a stream has, as it sent it. */
  readonly lastEventId?: string | undefined
  /** The result of an operation's preparation, which ran before the transaction. */
  readonly prepared?: unknown
}

/** Where files are stored, and the URLs to download them. */
export interface Files {
  readonly blobs: BlobStore
  readonly downloads: Downloads
  readonly pdfs: PDFAddresses
  readonly exports: ExportAddresses
  readonly uploads: UploadAddresses
  readonly bytesMax: number
  /** The storage limit of each organization in bytes; 0 for unlimited. */
  readonly organizationBytesMax: number
}

/** Limits of one import. */
export interface ImportLimits {
  readonly pagesMax: number
  /** The compressed size of an archive or document. */
  readonly bytesMax: number
}

export interface Caller {
  /** Empty for visitors of a site, who have no account. */
  readonly userId: string
  readonly tokenId: string
  /** Null if the token has all rights of the person. */
  readonly scopes: readonly Scope[] | null
  /** The one organization the token is bound to, if any. */
  readonly organizationId: string | null
  /** The session, if the request was authenticated by its cookie. */
  readonly sessionId: string | null
  /** The organization whose identity provider authenticated the caller, if any. */
  readonly ssoOrganizationId: string | null
  /** When the identity provider did so. */
  readonly ssoProvedAt?: string
  /** Whether a second factor was proved in the session, or in the one that created the token. */
  readonly secondFactor?: boolean
  /** Set if the token belongs to an installation, which is limited to the rights of its installer. */
  readonly installation?: CallingInstallation
}

type Selection = 'all' | 'selected'

interface CallingInstallation {
  readonly id: string
  /** The granted scopes that the integration still requests. */
  readonly scopes: readonly InstallationScope[]
  /** Whether it has access to all spaces, or only to those it is installed on; likewise for sites. */
  readonly spaceSelection: Selection
  readonly siteSelection: Selection
}
