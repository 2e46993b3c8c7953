import { testOperations } from './operation-rows.ts'

const space = '/v1/spaces/{spaceId}'
const comments = `${space}/comments`
const changeRequests = `${space}/change-requests`
const changeRequest = `${changeRequests}/{changeRequestId}`
const inChangeRequest = `${changeRequest}/comments`
const content = `${changeRequest}/content`
const collection = '/v1/collections/{collectionId}'
const collections = '/v1/orgs/{organizationId}/collections'
const listed = 'page limit order=desc status=all format targetPage authors'
const parts = 'metadata=true computed=true'
const changed = 'resolved body addedReactions removedReactions'

testOperations([
  {
    name: 'spec 299, 35: space comments are listed',
    call: `GET ${comments}`,
    query: listed,
    answer: '200 List Comment',
  },
  {
    name: 'spec 300: a space comment is posted',
    call: `POST ${comments}`,
    body: 'node page body!',
    answer: '200 Comment',
  },
  {
    name: 'spec 301: a space comment is read',
    call: `GET ${comments}/{commentId}`,
    query: 'format',
    answer: '200 Comment',
  },
  {
    name: 'spec 302: a space comment is changed',
    call: `PUT ${comments}/{commentId}`,
    body: changed,
    answer: '200 Comment',
  },
  { name: 'spec 303: a space comment is deleted', call: `DELETE ${comments}/{commentId}`, answer: '205' },
  {
    name: 'spec 304: a reply is posted',
    call: `POST ${comments}/{commentId}/replies`,
    body: 'body!',
    answer: '200 CommentReply',
  },
  {
    name: 'spec 305: a reply is read',
    call: `GET ${comments}/{commentId}/replies/{commentReplyId}`,
    query: 'format',
    answer: '200 CommentReply',
  },
  {
    name: 'spec 306: a reply is changed',
    call: `PUT ${comments}/{commentId}/replies/{commentReplyId}`,
    body: 'body addedReactions removedReactions',
    answer: '200 CommentReply',
  },
  {
    name: 'spec 307: a reply is deleted',
    call: `DELETE ${comments}/{commentId}/replies/{commentReplyId}`,
    answer: '205',
  },
  {
    name: 'spec 309: people who commented in a space are listed',
    call: `GET ${space}/commenters`,
    query: 'page limit',
    answer: '200 List Member',
  },
])

testOperations([
  {
    name: 'spec 313, 317: comments of a change request are listed',
    call: `GET ${inChangeRequest}`,
    query: listed,
    answer: '200 List Comment',
  },
  {
    name: 'spec 318: a comment is posted in a change request',
    call: `POST ${inChangeRequest}`,
    body: 'node page body!',
    answer: '200 Comment',
  },
  {
    name: 'spec 319: a comment of a change request is read',
    call: `GET ${inChangeRequest}/{commentId}`,
    query: 'format',
    answer: '200 Comment',
  },
  {
    name: 'spec 320: a comment of a change request is changed',
    call: `PUT ${inChangeRequest}/{commentId}`,
    body: changed,
    answer: '200 Comment',
  },
  {
    name: 'spec 321: a comment of a change request is deleted',
    call: `DELETE ${inChangeRequest}/{commentId}`,
    answer: '205',
  },
  {
    name: 'spec 322: replies in a change request are listed',
    call: `GET ${inChangeRequest}/{commentId}/replies`,
    query: 'page limit format',
    answer: '200 List CommentReply',
  },
  {
    name: 'spec 323: a reply is posted in a change request',
    call: `POST ${inChangeRequest}/{commentId}/replies`,
    query: 'format',
    body: 'body!',
    answer: '200 CommentReply',
  },
  {
    name: 'spec 324: a reply in a change request is read',
    call: `GET ${inChangeRequest}/{commentId}/replies/{commentReplyId}`,
    query: 'format',
    answer: '200 CommentReply',
  },
  {
    name: 'spec 326: a reply in a change request is changed',
    call: `PUT ${inChangeRequest}/{commentId}/replies/{commentReplyId}`,
    body: 'body addedReactions removedReactions',
    answer: '200 CommentReply',
  },
  {
    name: 'spec 326: a reply in a change request is deleted',
    call: `DELETE ${inChangeRequest}/{commentId}/replies/{commentReplyId}`,
    answer: '205',
  },
])

testOperations([
  { name: 'spec 332: a collection is read', call: `GET ${collection}`, answer: '200 Collection' },
  { name: 'spec 333: a collection is deleted', call: `DELETE ${collection}`, answer: '205' },
  {
    name: 'spec 334: a collection is changed',
    call: `PATCH ${collection}`,
    body: 'title description defaultLevel',
    answer: '200 Collection',
  },
  {
    name: 'spec 335: the spaces of a collection are listed',
    call: `GET ${collection}/spaces`,
    query: 'page limit',
    answer: '200 List Space',
  },
  {
    name: 'spec 336: a collection is moved',
    call: `POST ${collection}/move`,
    body: 'parent position',
    answer: '200 Collection',
  },
  {
    name: 'spec 337: a collection is transferred',
    call: `POST ${collection}/transfer`,
    body: 'organization!',
    answer: '200 Collection',
  },
  {
    name: 'spec 338: collections are listed, nested ones by default',
    call: `GET ${collections}`,
    query: 'page limit nested=true',
    answer: '200 List Collection',
  },
  {
    name: 'spec 339: a collection is created',
    call: `POST ${collections}`,
    body: 'title parent',
    answer: '201 Collection',
  },
])

testOperations([
  { name: 'spec 345: a space is read', call: `GET ${space}`, query: 'shareKey', answer: '200 Space' },
  { name: 'spec 346: a space is deleted', call: `DELETE ${space}`, answer: '205' },
  {
    name: 'spec 347: a space is changed',
    call: `PATCH ${space}`,
    body: 'editMode title defaultLevel emoji',
    answer: '200 Space',
  },
  { name: 'spec 348: a space is duplicated', call: `POST ${space}/duplicate`, answer: '201 Space' },
  { name: 'spec 349: a space is restored', call: `POST ${space}/restore`, answer: '200 Space' },
  {
    name: 'spec 350: a space is moved',
    call: `POST ${space}/move`,
    body: 'parent position',
    answer: '200 Space',
  },
  {
    name: 'spec 351: a space is transferred',
    call: `POST ${space}/transfer`,
    body: 'organization!',
    answer: '200 Space',
  },
  {
    name: 'spec 352: the links of a space are listed',
    call: `GET ${space}/links`,
    query: 'page limit status',
    answer: '200 List LinkRecord stats',
  },
])

testOperations([
  {
    name: 'spec 358: change requests are listed, open ones by default',
    call: `GET ${changeRequests}`,
    query: 'page limit status=open contributor',
    answer: '200 List ChangeRequest',
  },
  {
    name: 'spec 359: a change request is created',
    call: `POST ${changeRequests}`,
    body: 'subject agentTaskId',
    answer: '201 ChangeRequest',
  },
  { name: 'spec 360: a change request is read', call: `GET ${changeRequest}`, answer: '200 ChangeRequest' },
  {
    name: 'spec 361: a change request is changed',
    call: `PATCH ${changeRequest}`,
    body: 'subject status',
    answer: '200 ChangeRequest',
  },
  {
    name: 'spec 362: a change request is merged',
    call: `POST ${changeRequest}/merge`,
    answer: '200 revision result',
  },
  {
    name: 'spec 363: a change request is updated',
    call: `POST ${changeRequest}/update`,
    answer: '200 revision result',
  },
  {
    name: 'spec 364: a change request is a PDF',
    call: `GET ${changeRequest}/pdf`,
    query: 'only page',
    answer: '200 url',
  },
])

testOperations([
  {
    name: 'spec 368, 372: the content of a change request is read',
    call: `GET ${content}`,
    query: parts,
    answer: '200 Revision',
  },
  {
    name: 'spec 373: content is imported into a change request',
    call: `POST ${content}/import`,
    body: 'url! source!',
    answer: '201 revision importedResources totalResources',
  },
  {
    name: 'spec 374: pages of a change request are listed',
    call: `GET ${content}/pages`,
    query: parts,
    answer: '200 pages',
  },
  {
    name: 'spec 375: files of a change request are listed',
    call: `GET ${content}/files`,
    query: `page limit ${parts}`,
    answer: '200 List File',
  },
  {
    name: 'spec 376: a file of a change request is read',
    call: `GET ${content}/files/{fileId}`,
    query: parts,
    answer: '200 File',
  },
  {
    name: 'spec 377: backlinks of a file are listed',
    call: `GET ${content}/files/{fileId}/backlinks`,
    query: 'page limit',
    answer: '200 List ContentLocation',
  },
])
