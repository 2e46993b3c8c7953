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
  factorAdded: {
    subject: () => 'Un moyen de connexion a été ajouté',
    text: ({ label }) =>
      `« ${label} » compte désormais comme seconde étape lors de la connexion à votre compte.`,
    note: () =>
      'Si ce n’était pas vous, définissez tout de suite un nouveau mot de passe et prévenez les ' +
      'personnes qui gèrent ce serveur.',
  },
  factorRemoved: {
    subject: () => 'Un moyen de connexion a été supprimé',
    text: ({ label }) =>
      `« ${label} » ne compte plus comme seconde étape lors de la connexion à votre compte.`,
    note: () =>
      'Si ce n’était pas vous, définissez tout de suite un nouveau mot de passe et prévenez les ' +
      'personnes qui gèrent ce serveur.',
  },
  passkeyRefused: {
    subject: () => 'Une clé d’accès a été refusée',
    text: ({ label }) =>
      `« ${label} » a signé comme si elle avait servi moins souvent : elle a peut-être été copiée. ` +
      'Personne ne s’est connecté.',
    note: () =>
      'Supprimez cette clé d’accès et ajoutez-en une nouvelle. Si ce n’était pas vous, définissez aussi un ' +
      'nouveau mot de passe.',
  },
  recoveryCodeUsed: {
    subject: () => 'Un code de secours a été utilisé',
    text: ({ left }) =>
      `Un de vos codes de secours a été utilisé comme seconde étape. Codes restants : ${left}.`,
    note: () =>
      'Si ce n’était pas vous, définissez tout de suite un nouveau mot de passe et créez de nouveaux ' +
      'codes de secours.',
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
  accountDeleted: {
    subject: () => 'Votre compte a été supprimé',
    text: ({ authorship }) =>
      'Votre compte sur ce serveur n’existe plus et toutes vos sessions sont fermées. ' +
      (authorship === 'name'
        ? 'Ce que vous avez écrit reste, avec votre nom.'
        : 'Ce que vous avez écrit reste, sans votre nom.'),
    note: () => 'Si ce n’était pas vous, prévenez tout de suite les personnes qui gèrent ce serveur.',
  },
  organizationDeleted: {
    subject: ({ organization }) => `${organization} va être supprimée`,
    text: ({ organization, days }) =>
      `Un administrateur a supprimé ${organization}. Ses membres ne peuvent plus l’ouvrir. Dans ` +
      `${days} jours, tout son contenu sera effacé définitivement.`,
    note: () =>
      'D’ici là, les administrateurs peuvent encore exporter ses espaces et la restaurer dans les ' +
      'paramètres.',
  },
  test: {
    subject: () => 'Ce serveur peut envoyer des e-mails',
    text: () => 'Les réglages d’e-mail de ce serveur fonctionnent.',
    note: () => 'Un exploitant a envoyé cet e-mail avec stemma-server mail test.',
  },
  notifications: {
    lines: {
      mention: ({ actor, place }) => `${actor} vous a mentionné dans ${place}`,
      reply: ({ actor, place }) => `${actor} a répondu dans ${place}`,
      comment: ({ actor, place }) => `${actor} a commenté ${place}`,
      review_requested: ({ actor, place }) => `${actor} vous demande de relire ${place}`,
      approved: ({ actor, place }) => `${actor} a approuvé ${place}`,
      'changes-requested': ({ actor, place }) => `${actor} a demandé des modifications de ${place}`,
      opened: ({ actor, place }) => `${actor} a ouvert ${place} à la relecture`,
      merged: ({ actor, place }) => `${actor} a fusionné ${place}`,
      conflict: ({ place }) => `${place} est en conflit avec son espace`,
      invite: ({ actor, place }) => `${actor} vous a donné accès à ${place}`,
      completed: ({ place }) => `Votre import dans ${place} est terminé`,
      failed: ({ place }) => `Votre import dans ${place} a échoué`,
    },
    subject: ({ count, place }) => `${count} notifications : ${place}`,
    digest: ({ count, organization }) => `${organization} : notifications du jour (${count})`,
    more: ({ count }) => `… et ${count} autres dans votre boîte de réception.`,
    note: ({ organization }) =>
      `Vous recevez ce message en raison de vos préférences de notification dans ${organization}.`,
    action: 'Ouvrir la boîte de réception',
    unsubscribe: 'Ne plus recevoir de messages comme celui-ci :',
  },
}
