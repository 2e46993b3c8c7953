import type { MailWords } from './words.ts'

export const english: MailWords = {
  locale: 'en-GB',
  insteadOfButton: 'If the button does not work, open this address:',
  invitation: {
    subject: ({ organization }) => `Invitation to ${organization}`,
    text: ({ inviter, organization }) =>
      `${inviter} invites you to work on the documentation of ${organization}.`,
    action: 'See the invitation',
    note: () => 'If you do not know who invited you, ignore this mail. Nothing happens unless you accept.',
  },
  passwordReset: {
    subject: () => 'Set a new password',
    text: () => 'Somebody asked for a new password for your account. With this link, you can set one.',
    action: 'Set a new password',
    note: ({ minutes }) =>
      `The link works once, for ${minutes} minutes. If you did not ask for it, ignore this mail: ` +
      'your password stays as it is.',
  },
  passwordChanged: {
    subject: () => 'Your password was changed',
    text: () => 'The password of your account was changed, and your sessions in other browsers have ended.',
    note: () => 'If it was not you, set a new password at once, and tell the people who operate this server.',
  },
  factorAdded: {
    subject: () => 'A way to sign in was added',
    text: ({ label }) => `“${label}” now counts as the second step when you sign in to your account.`,
    note: () => 'If it was not you, set a new password at once, and tell the people who operate this server.',
  },
  factorRemoved: {
    subject: () => 'A way to sign in was removed',
    text: ({ label }) => `“${label}” no longer counts as the second step when you sign in to your account.`,
    note: () => 'If it was not you, set a new password at once, and tell the people who operate this server.',
  },
  passkeyRefused: {
    subject: () => 'A passkey was refused',
    text: ({ label }) =>
      `“${label}” signed as if it had been used less often than it was: it may have been copied. Nobody ` +
      'signed in.',
    note: () => 'Remove this passkey and add a new one. If it was not you, set a new password, too.',
  },
  recoveryCodeUsed: {
    subject: () => 'A recovery code was used',
    text: ({ left }) =>
      `Somebody used one of your recovery codes as the second step. Codes that are left: ${left}.`,
    note: () => 'If it was not you, set a new password and create new recovery codes at once.',
  },
  emailLeaving: {
    subject: () => 'Confirm your new e-mail address',
    text: ({ email }) =>
      `Your account is to have the address ${email}. It changes when both addresses have confirmed it.`,
    action: 'Confirm the change',
    note: () => 'If you did not ask for this, do not confirm it, and change your password.',
  },
  emailArriving: {
    subject: () => 'Confirm your new e-mail address',
    text: () => 'An account is to have this address. It changes when both addresses have confirmed it.',
    action: 'Confirm this address',
    note: () => 'If you do not know of this, ignore this mail.',
  },
  accountDeleted: {
    subject: () => 'Your account was deleted',
    text: ({ authorship }) =>
      'Your account on this server no longer exists, and you are signed out everywhere. ' +
      (authorship === 'name'
        ? 'What you wrote stays, with your name.'
        : 'What you wrote stays, without your name.'),
    note: () => 'If it was not you, tell the people who operate this server at once.',
  },
  organizationDeleted: {
    subject: ({ organization }) => `${organization} will be deleted`,
    text: ({ organization, days }) =>
      `An admin deleted ${organization}. Its members can no longer open it. In ${days} days, ` +
      'everything in it is removed for good.',
    note: () => 'Until then, admins can still export its spaces and restore it, in its settings.',
  },
  test: {
    subject: () => 'This server can send mail',
    text: () => 'The mail settings of this server work.',
    note: () => 'An operator sent this mail with stemma-server mail test.',
  },
  notifications: {
    lines: {
      mention: ({ actor, place }) => `${actor} mentioned you in ${place}`,
      reply: ({ actor, place }) => `${actor} replied in ${place}`,
      comment: ({ actor, place }) => `${actor} commented on ${place}`,
      review_requested: ({ actor, place }) => `${actor} asks for your review of ${place}`,
      approved: ({ actor, place }) => `${actor} approved ${place}`,
      'changes-requested': ({ actor, place }) => `${actor} requested changes to ${place}`,
      opened: ({ actor, place }) => `${actor} opened ${place} for review`,
      merged: ({ actor, place }) => `${actor} merged ${place}`,
      conflict: ({ place }) => `${place} conflicts with its space`,
      invite: ({ actor, place }) => `${actor} gave you access to ${place}`,
      completed: ({ place }) => `Your import into ${place} is finished`,
      failed: ({ place }) => `Your import into ${place} failed`,
    },
    subject: ({ count, place }) => `${count} notifications: ${place}`,
    digest: ({ count, organization }) => `${organization}: today’s notifications (${count})`,
    more: ({ count }) => `… and ${count} more in your inbox.`,
    note: ({ organization }) => `You get this mail because of your notification settings in ${organization}.`,
    action: 'Open your inbox',
    unsubscribe: 'No more mails like this one:',
  },
}
