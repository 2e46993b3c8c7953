import {
  ChangeRequest,
  Collection,
  Comment,
  CommentReply,
  File,
  LinkRecord,
  operations,
  Page,
  Revision,
  Space,
  User,
} from '@stemma/contract'
import { testFields } from './schema-rows.ts'

const levels = 'values read comment edit review create admin'

testFields(User, [
  ['spec 41: a user has the object user', 'object', '! constant user'],
  ['spec 42: a user has an id', 'id', '! string'],
  ['spec 43: a user has a display name', 'displayName', '! string'],
  ['spec 44: a user can show an e-mail address', 'email', 'string'],
  ['spec 45: a user can show a photo', 'photoURL', 'string'],
  ['spec 46: a user has urls.location', 'urls.location', '! string'],
])

testFields(Comment, [
  ['spec 52: a comment has the object comment', 'object', '! constant comment'],
  ['spec 53: a comment has an id', 'id', '! string'],
  ['spec 54: a comment names who posted it', 'postedBy', '! object'],
  ['spec 55: a comment says when it was posted', 'postedAt', '! date-time'],
  ['spec 55: a comment says when it was edited', 'editedAt', 'date-time'],
  ['spec 56: reactions have an emoji', 'reactions[].emoji', '! string'],
  ['spec 56: reactions have a count', 'reactions[].count', '! number'],
  ['spec 56: reactions name people and when they reacted', 'reactions[].users[].reactedAt', '! date-time'],
  ['spec 57: a comment counts its replies', 'replies', '! number'],
  ['spec 58: the body of a comment has markdown', 'body.markdown', 'string'],
  ['spec 59: a comment can be about a node', 'target.node.id, target.node.preview', 'string'],
  ['spec 59: a comment can be of a review', 'target.changeRequest, target.review', 'string'],
  ['spec 59: a comment names its page', 'target.page.id, target.page.title, target.page.path', '! string'],
  ['spec 59: the page of a comment has marks', 'target.page.emoji, target.page.icon', 'string'],
  ['spec 59: the page of a comment has times', 'target.page.createdAt, target.page.updatedAt', 'date-time'],
  ['spec 59: the page of a comment can be outdated', 'target.page.outdated', '! boolean'],
  ['spec 59: a comment names its space and revision', 'target.space, target.revision', '! string'],
  ['spec 60: a comment has urls.location', 'urls.location', '! string'],
  [
    'spec 61: a comment has permissions',
    'permissions.view, permissions.edit, permissions.reply, permissions.delete',
    'boolean',
  ],
  ['spec 62: a comment is open or resolved', 'status', '! values open resolved'],
  ['spec 63: a resolved comment says when', 'resolvedAt', 'date-time'],
  ['spec 64: a resolved comment says by whom', 'resolvedBy', 'object'],
])

testFields(CommentReply, [
  ['spec 68: a reply has the object comment-reply', 'object', '! constant comment-reply'],
  ['spec 68: a reply has an id', 'id', '! string'],
  ['spec 68: a reply says when it was posted', 'postedAt', '! date-time'],
  ['spec 68: a reply has reactions', 'reactions[].users[].user', '! object'],
  ['spec 68: a reply has markdown and urls.location', 'body.markdown, urls.location', 'string'],
  ['spec 68: a reply has permissions', 'permissions.view, permissions.edit, permissions.delete', 'boolean'],
])

testFields(Collection, [
  ['spec 74: a collection has the object collection', 'object', '! constant collection'],
  ['spec 75: a collection has an id', 'id', '! string'],
  ['spec 76: a collection has a title of at most 50', 'title', '! string ..50'],
  ['spec 77: a collection can have a description of at most 100', 'description', 'string ..100'],
  ['spec 78: a collection has an organization', 'organization', '! string'],
  ['spec 79: a collection can have a parent', 'parent', 'string'],
  ['spec 80: a collection has a default level, which can be null', 'defaultLevel', `! nullable ${levels}`],
  ['spec 81: a collection has urls', 'urls.location, urls.app', '! string'],
  [
    'spec 82: a collection has permissions',
    'permissions.view, permissions.admin, permissions.viewInviteLinks, permissions.create',
    '! boolean',
  ],
])

testFields(Space, [
  ['spec 88: a space has the object space', 'object', '! constant space'],
  ['spec 89: a space has an id', 'id', '! string'],
  ['spec 90: a space has a title of at most 50', 'title', '! string ..50'],
  ['spec 91: a space has an emoji of at most 50', 'emoji', '! string ..50'],
  [
    'spec 92: a space has one of six visibilities',
    'visibility',
    '! values public unlisted share-link visitor-auth in-collection private',
  ],
  ['spec 93: a space has times', 'createdAt, updatedAt', '! date-time'],
  ['spec 94: a space can have been deleted', 'deletedAt', 'date-time'],
  ['spec 95: a space is edited live, or locked', 'editMode', 'values live locked'],
  ['spec 96: a space has urls', 'urls.location, urls.app, urls.published, urls.public, urls.icon', 'string'],
  ['spec 97: a space has an organization', 'organization', '! string'],
  ['spec 98: a space can have a parent', 'parent', 'string'],
  ['spec 99: a space can be synchronized', 'gitSync.repoName, gitSync.integration, gitSync.url', 'string'],
  ['spec 99: a space says when it was synchronized', 'gitSync.updatedAt', 'date-time'],
  ['spec 99: a space says by whom it is synchronized', 'gitSync.installationProvider', 'string'],
  ['spec 101: a space has a revision', 'revision', '! string'],
  ['spec 102: a space has a default level, which can be null', 'defaultLevel', `! nullable ${levels}`],
  ['spec 103: a space counts open comments', 'comments', '! number'],
  ['spec 104: a space counts change requests', 'changeRequests', '! number'],
  ['spec 105: a space counts open change requests', 'changeRequestsOpen', '! number'],
  ['spec 106: a space counts drafts', 'changeRequestsDraft', '! number'],
  [
    'spec 107: a space has permissions to see and manage it',
    'permissions.view, permissions.access, permissions.admin, permissions.viewInviteLinks',
    '! boolean',
  ],
  [
    'spec 107: a space has permissions to work in it',
    'permissions.edit, permissions.comment, permissions.merge, permissions.review',
    '! boolean',
  ],
  ['spec 107: a space has a permission to synchronize', 'permissions.triggerGitSync', '! boolean'],
])

testFields(ChangeRequest, [
  ['spec 113: a change request has the object change-request', 'object', '! constant change-request'],
  ['spec 114: a change request has an id', 'id', '! string'],
  ['spec 115: a change request has a number', 'number', '! number'],
  ['spec 116: a change request has one of four statuses', 'status', '! values draft open archived merged'],
  ['spec 117: a change request has a subject of at most 100', 'subject', '! string ..100'],
  ['spec 118: a change request names who created it', 'createdBy', 'object'],
  ['spec 119: a change request has times', 'createdAt, updatedAt', '! date-time'],
  ['spec 120: a change request has a revision', 'revision', '! string'],
  ['spec 121: a change request has the revision it came from', 'revisionInitial', '! string'],
  ['spec 122: a change request can have been updated', 'revisionMergedAncestor', 'string'],
  ['spec 123: a change request can have been merged', 'revisionMerged', 'string'],
  ['spec 124: a change request counts open comments', 'comments', '! number'],
  ['spec 125: a change request can be outdated', 'outdated', '! boolean'],
  ['spec 126: a change request has urls', 'urls.app, urls.location', '! string'],
])

testFields(Revision, [
  ['spec 132: a revision has the object revision', 'object', '! constant revision'],
  ['spec 132: a revision has lists', 'parents, pages, files, reusableContents', '! array'],
  ['spec 132: a reusable content has a document', 'reusableContents[].document', 'string'],
  ['spec 132: a revision has variables', 'variables', 'object'],
  ['spec 132: a revision has a time', 'createdAt', '! date-time'],
  ['spec 132: a revision knows git', 'git.oid, git.message, git.url, git.ref', 'string'],
  ['spec 132: a revision has urls', 'urls.app, urls.published, urls.public', 'string'],
  ['spec 132: a revision has a type', 'type', '! values edits merge rollback update computed'],
])

testFields(File, [
  ['spec 133: a file has a name, a type and an address', 'id, name, contentType, downloadURL', '! string'],
  ['spec 133: a file has a size', 'size', '! number'],
  ['spec 133: a file can have dimensions', 'dimensions.width, dimensions.height', '! number'],
  ['spec 133: a file can be in git', 'git.oid, git.path', '! string'],
])

testFields(Page, [
  ['spec 134: a page has an id and a title', 'id, title', '! string'],
  ['spec 134: a page has marks and a text', 'emoji, icon, markdown, slug, path, description', 'string'],
  ['spec 134: a page has times', 'createdAt, updatedAt', 'date-time'],
  ['spec 134: a page has a type', 'type', '! values document group link computed'],
  ['spec 134: a page has urls.app and a document', 'urls.app, documentId', 'string'],
  ['spec 134: a page has pages below it', 'pages', 'array'],
  [
    'spec 134: a page has a layout',
    'layout.cover, layout.title, layout.description, layout.tableOfContents, layout.outline',
    '! boolean',
  ],
  ['spec 134: a layout has pagination', 'layout.pagination', '! boolean'],
  ['spec 134: a cover has a size', 'layout.coverSize', '! values hero full'],
  ['spec 134: a cover has a position', 'cover.yPos', 'number'],
  ['spec 134: a page can be hidden', 'hidden, noIndex, noRobotsIndex', 'boolean'],
  ['spec 134: a page can be computed', 'computed.type, computedSeed', 'string'],
])

testFields(LinkRecord, [
  ['spec 135: a link has a status', 'status', '! values ok broken in-app'],
  ['spec 135: a link has a relation', 'relation', '! values reference dependsOn'],
  ['spec 135: a link has places', 'locationReferences', '! array'],
])

testFields(operations.updateCollectionById.body, [
  ['spec 334: a title of a collection is at most 50', 'title', 'string ..50'],
  ['spec 334: a description of a collection is at most 100', 'description', 'string ..100'],
  ['spec 334: a default level of a collection can be null', 'defaultLevel', 'nullable string'],
])
testFields(operations.createCollection.body, [
  ['spec 339: a new collection has a title of at most 50', 'title', 'string ..50'],
])
testFields(operations.moveCollection.body, [
  ['spec 336: a collection can be moved to the top', 'parent', 'nullable string'],
  ['spec 336: a collection is moved before or after a sibling', 'position.before, position.after', 'object'],
])
testFields(operations.moveSpace.body, [
  ['spec 350: a space can be moved to the top', 'parent', 'nullable string'],
  ['spec 350: a space is moved before or after a sibling', 'position.before, position.after', 'object'],
])
testFields(operations.updateSpaceById.body, [
  ['spec 347: a title of a space is at most 50', 'title', 'string ..50'],
  ['spec 347: a space is set to live or locked', 'editMode', 'values live locked'],
  ['spec 347: an emoji of a space is at most 50', 'emoji', 'string ..50'],
])
testFields(operations.listSpaceLinks.query, [
  ['spec 352: links are listed by status', 'status', 'values ok broken in-app'],
])
testFields(operations.updateChangeRequestById.body, [
  ['spec 361: a subject is at most 100', 'subject', 'string ..100'],
])
testFields(operations.createOrganizationTeam.body, [
  ['spec 235: the title of a new team is 1 to 64', 'title', '! string 1..64'],
])
testFields(operations.updateTeamInOrganizationById.body, [
  ['spec 235: the title of a team is changed to 1 to 64', 'title', 'string 1..64'],
])
