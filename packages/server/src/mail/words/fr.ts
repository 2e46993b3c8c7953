import type { MailWords } from './words.ts'

export const french: MailWords = {
  locale: 'fr-FR',
  insteadOfButton: 'Si le bouton ne fonctionne pas, ouvrez cette adresse :',
  invitation: {
    subject: ({ organization }) => `Invitation à rejoindre ${organization}`,
    text: ({ inviter, organization }) =>
      `${inviter} vous invite à travailler sur la documentation de ${organization}.`,
    action: 'Voir l’invitation',
    note: () =>
      'Si vous ne savez pas qui vous a invité, ignorez cet e-mail. Rien ne se passe tant que vous ' +
      'n’acceptez pas.',
  },
  passwordReset: {
    subject: () => 'Définir un nouveau mot de passe',
    text: () => 'Un nouveau mot de passe a été demandé pour votre compte. Ce lien vous permet de le définir.',
    action: 'Définir un nouveau mot de passe',
    note: ({ minutes }) =>
      `Le lien fonctionne une seule fois, pendant ${minutes} minutes. Si vous ne l’avez pas demandé, ` +
      'ignorez cet e-mail : votre mot de passe ne change pas.',
  },
  passwordChanged: {
    subject: () => 'Votre mot de passe a été modifié',
    text: () =>
      'Le mot de passe de votre compte a été modifié, et vos sessions dans d’autres navigateurs sont ' +
      'terminées.',
    note: () =>
      'Si ce n’était pas vous, définissez tout de suite un nouveau mot de passe et prévenez les ' +
      'exploitants de ce serveur.',
  },
  emailLeaving: {
    subject: () => 'Confirmez votre nouvelle adresse e-mail',
    text: ({ email }) =>
      `Votre compte doit recevoir l’adresse ${email}. Elle change quand les deux adresses ont confirmé.`,
    action: 'Confirmer le changement',
    note: () => 'Si vous ne l’avez pas demandé, ne confirmez pas et changez votre mot de passe.',
  },
  emailArriving: {
    subject: () => 'Confirmez votre nouvelle adresse e-mail',
    text: () => 'Un compte doit recevoir cette adresse. Elle change quand les deux adresses ont confirmé.',
    action: 'Confirmer cette adresse',
    note: () => 'Si vous n’êtes pas au courant, ignorez cet e-mail.',
  },
  test: {
    subject: () => 'Ce serveur peut envoyer des e-mails',
    text: () => 'Les réglages d’e-mail de ce serveur fonctionnent.',
    note: () => 'Un exploitant a envoyé cet e-mail avec stemma-server mail test.',
  },
}
