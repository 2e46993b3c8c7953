import type { InstallationScope, Scope } from '@stemma/contract'
import type { Audience } from '../auth/audience.ts'
import type { ContentTokens } from '../auth/content-token.ts'
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
  /** The organization the request is about; a request about no organization is at home with its caller. */
  readonly home: string
  /** The site that the request is about, and the caller as a visitor of it. */
  readonly audience?: Audience
}

/** The context of operations that need no caller. */
export interface PublicContext {
  /** Already inside a transaction when the operation writes. */
  readonly db: Database
  /** One instant for the whole request, as ISO 8601. */
  readonly now: string
  readonly requestId: string
  readonly addresses: Addresses
  readonly contentTokens: ContentTokens
  /** How secrets are kept that must be read again. */
  readonly seals: Seals
  readonly sessions: SessionSettings
  /** For how long an invitation can be accepted. */
  readonly invitationDays: number
  /** For how long a deleted space can be restored. */
  readonly deletedSpacesKeptDays: number
  /** The maximum number of personal access tokens per person. */
  readonly tokensMax: number
  /** For how long a name that an organization gave up is kept for it. */
  readonly releasedNamesKeptDays: number
  /** Recently read content objects. */
  readonly objects: ObjectCache
  readonly files: Files
  readonly imports: ImportLimits
  /** The one way to call other servers, and not inside a transaction. */
  readonly outside: Outside
  /** The result of an operation's preparation, which ran before the transaction. */
  readonly prepared?: unknown
}

/** Where the bytes of files are, and the addresses they are given out at. */
export interface Files {
  readonly blobs: BlobStore
  readonly downloads: Downloads
  readonly pdfs: PDFAddresses
  readonly exports: ExportAddresses
  readonly uploads: UploadAddresses
  readonly bytesMax: number
  /** Bytes of files that each organization can store; 0: as many as it likes. */
  readonly organizationBytesMax: number
}

/** How much one import may bring. */
export interface ImportLimits {
  readonly pagesMax: number
  /** Of an archive or a document, packed as it comes. */
  readonly bytesMax: number
}

export interface Caller {
  /** Empty for visitors of a site, who have no account. */
  readonly userId: string
  readonly tokenId: string
  /** Null: whatever the person may do. */
  readonly scopes: readonly Scope[] | null
  /** The one organization the token is bound to, if any. */
  readonly organizationId: string | null
  /** The session by whose cookie the request came, if it did. */
  readonly sessionId: string | null
  /** The organization whose identity provider vouched for the caller, if one did. */
  readonly ssoOrganizationId: string | null
  /** When it did. */
  readonly ssoProvedAt?: string
  /** Set if the token belongs to an installation, which is limited to the rights of its installer. */
  readonly installation?: CallingInstallation
}

type Selection = 'all' | 'selected'

interface CallingInstallation {
  readonly id: string
  /** The granted scopes that the integration still requests. */
  readonly scopes: readonly InstallationScope[]
  /** Whether it reaches all spaces, or those alone that it is installed on; the same for sites. */
  readonly spaceSelection: Selection
  readonly siteSelection: Selection
}
