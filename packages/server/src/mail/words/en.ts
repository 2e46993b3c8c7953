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
