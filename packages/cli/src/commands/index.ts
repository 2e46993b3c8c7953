import type { Entry } from '@stemma/command-line'
import type { Call } from '../command.ts'

/** Each command is imported when it runs, so that no command waits for the code of another. */
export const commands: readonly Entry<Call>[] = [
  {
    name: 'login',
    summary: 'Sign in to a server with your browser or a token.',
    load: async () => (await import('./login.ts')).login,
  },
  {
    name: 'logout',
    summary: 'Delete the saved token. The token stays valid until you revoke it.',
    load: async () => (await import('./logout.ts')).logout,
  },
  {
    name: 'whoami',
    summary: 'Show the account that your token belongs to.',
    load: async () => (await import('./whoami.ts')).whoami,
  },
  {
    name: 'use',
    summary: 'Set or show the default organization and space.',
    load: async () => (await import('./use.ts')).use,
  },
  {
    name: 'orgs',
    summary: 'List your organizations.',
    load: async () => (await import('./orgs.ts')).orgs,
  },
  {
    name: 'members',
    summary: 'List the members of an organization.',
    load: async () => (await import('./members.ts')).members,
  },
  {
    name: 'teams',
    summary: 'List the teams of an organization.',
    load: async () => (await import('./teams.ts')).teams,
  },
  {
    name: 'spaces list',
    summary: 'List the spaces of an organization that you can read.',
    load: async () => (await import('./spaces.ts')).spacesList,
  },
  {
    name: 'spaces view',
    summary: 'Show one space.',
    load: async () => (await import('./spaces.ts')).spacesView,
  },
  {
    name: 'spaces create',
    summary: 'Create a space. You become its admin.',
    load: async () => (await import('./spaces.ts')).spacesCreate,
  },
  {
    name: 'pages list',
    summary: 'List the pages of a space or a change request as a tree.',
    load: async () => (await import('./pages.ts')).pagesList,
  },
  {
    name: 'pages view',
    summary: 'Print the Markdown of a page, byte for byte.',
    load: async () => (await import('./pages.ts')).pagesView,
  },
  {
    name: 'pages edit',
    summary: 'Edit the Markdown of a page in your editor and save it in a change request.',
    load: async () => (await import('./pages-edit.ts')).pagesEdit,
  },
  {
    name: 'pages create',
    summary: 'Create a page in a change request.',
    load: async () => (await import('./pages-create.ts')).pagesCreate,
  },
  {
    name: 'pages move',
    summary: 'Move a page in a change request.',
    load: async () => (await import('./pages-move.ts')).pagesMove,
  },
  {
    name: 'pages delete',
    summary: 'Delete a page in a change request.',
    load: async () => (await import('./pages-delete.ts')).pagesDelete,
  },
  {
    name: 'cr list',
    summary: 'List the change requests of a space.',
    load: async () => (await import('./cr.ts')).crList,
  },
  {
    name: 'cr view',
    summary: 'Show one change request.',
    load: async () => (await import('./cr.ts')).crView,
  },
  {
    name: 'cr create',
    summary: 'Create a draft change request.',
    load: async () => (await import('./cr.ts')).crCreate,
  },
  {
    name: 'cr edit',
    summary: 'Change the subject or the status of a change request that is not merged.',
    load: async () => (await import('./cr.ts')).crEdit,
  },
  {
    name: 'cr diff',
    summary: 'Show the changes of a change request, page by page and line by line.',
    load: async () => (await import('./cr-diff.ts')).crDiff,
  },
  {
    name: 'cr update',
    summary: 'Update a change request with the current content of its space.',
    load: async () => (await import('./cr-merge.ts')).crUpdate,
  },
  {
    name: 'cr conflicts',
    summary: 'List the conflicts between a change request and its space.',
    load: async () => (await import('./cr-conflicts.ts')).crConflicts,
  },
  {
    name: 'cr resolve',
    summary: 'Resolve all conflicts of a change request and update it with the content of its space.',
    load: async () => (await import('./cr-conflicts.ts')).crResolve,
  },
  {
    name: 'cr review',
    summary: 'Approve a change request or request changes. Without either, list its reviews.',
    load: async () => (await import('./cr-review.ts')).crReview,
  },
  {
    name: 'cr merge',
    summary: 'Merge a change request into its space.',
    load: async () => (await import('./cr-merge.ts')).crMerge,
  },
  {
    name: 'comments list',
    summary: 'List the comments of a space or a change request.',
    load: async () => (await import('./comments.ts')).commentsList,
  },
  {
    name: 'comments add',
    summary: 'Comment on a space, a change request or a page.',
    load: async () => (await import('./comments.ts')).commentsAdd,
  },
  {
    name: 'comments resolve',
    summary: 'Resolve or reopen a comment.',
    load: async () => (await import('./comments.ts')).commentsResolve,
  },
  {
    name: 'search',
    summary: 'Search the pages of your spaces.',
    load: async () => (await import('./search.ts')).search,
  },
  {
    name: 'history',
    summary: 'List the revisions of a space or a change request.',
    load: async () => (await import('./history.ts')).history,
  },
  {
    name: 'restore',
    summary: 'Restore the content of a space from an earlier revision.',
    load: async () => (await import('./history.ts')).restore,
  },
  {
    name: 'sites list',
    summary: 'List the sites of an organization.',
    load: async () => (await import('./sites.ts')).sitesList,
  },
  {
    name: 'sites publish',
    summary: 'Publish a site.',
    load: async () => (await import('./sites.ts')).sitesPublish,
  },
  {
    name: 'sites open',
    summary: 'Open a site in your browser.',
    load: async () => (await import('./sites.ts')).sitesOpen,
  },
  {
    name: 'open',
    summary: 'Open a space, a change request or a page in your browser.',
    load: async () => (await import('./open.ts')).open,
  },
  {
    name: 'export',
    summary: 'Save the content of a space or a change request as a zip file.',
    load: async () => (await import('./export.ts')).exportSpace,
  },
  {
    name: 'pdf',
    summary: 'Save a space, a change request or a page as a PDF file.',
    load: async () => (await import('./pdf.ts')).pdf,
  },
  {
    name: 'import',
    summary: 'Import a folder, a file or a website into a change request.',
    load: async () => (await import('./import.ts')).importInto,
  },
  {
    name: 'invite',
    summary: 'Invite people to an organization by e-mail.',
    load: async () => (await import('./invite.ts')).invite,
  },
  {
    name: 'tokens list',
    summary: 'List your personal access tokens.',
    load: async () => (await import('./tokens.ts')).tokensList,
  },
  {
    name: 'tokens create',
    summary: 'Create a personal access token.',
    load: async () => (await import('./tokens.ts')).tokensCreate,
  },
  {
    name: 'tokens revoke',
    summary: 'Revoke a personal access token.',
    load: async () => (await import('./tokens.ts')).tokensRevoke,
  },
  {
    name: 'trash list',
    summary: 'List deleted spaces that you can restore.',
    load: async () => (await import('./trash.ts')).trashList,
  },
  {
    name: 'trash restore',
    summary: 'Restore a deleted space.',
    load: async () => (await import('./trash.ts')).trashRestore,
  },
  {
    name: 'api',
    summary: 'Call any operation of the API and print its response as JSON.',
    load: async () => (await import('./api.ts')).api,
  },
  {
    name: 'completion',
    summary: 'Print a completion script for your shell.',
    load: async () => (await import('./completion.ts')).completionCommand,
  },
]
