import type { MailWords } from './words.ts'

export const italian: MailWords = {
  locale: 'it-IT',
  insteadOfButton: 'Se il pulsante non funziona, apri questo indirizzo:',
  invitation: {
    subject: ({ organization }) => `Invito a ${organization}`,
    text: ({ inviter, organization }) =>
      `${inviter} ti invita a lavorare alla documentazione di ${organization}.`,
    action: 'Vedi l’invito',
    note: () => 'Se non sai chi ti ha invitato, ignora questa e-mail. Se non accetti, non succede nulla.',
  },
  passwordReset: {
    subject: () => 'Imposta una nuova password',
    text: () =>
      'Qualcuno ha richiesto una nuova password per il tuo account. Con questo link puoi impostarla.',
    action: 'Imposta una nuova password',
    note: ({ minutes }) =>
      `Il link vale una sola volta, per ${minutes} minuti. Se non l’hai richiesto, ignora questa ` +
      'e-mail: la password resta com’è.',
  },
  passwordChanged: {
    subject: () => 'La tua password è cambiata',
    text: () =>
      'La password del tuo account è cambiata e le tue sessioni negli altri browser sono terminate.',
    note: () => 'Se non sei stato tu, imposta subito una nuova password e avvisa chi gestisce questo server.',
  },
  factorAdded: {
    subject: () => 'È stato aggiunto un modo per accedere',
    text: ({ label }) => `“${label}” ora vale come secondo passaggio quando accedi al tuo account.`,
    note: () => 'Se non sei stato tu, imposta subito una nuova password e avvisa chi gestisce questo server.',
  },
  factorRemoved: {
    subject: () => 'È stato rimosso un modo per accedere',
    text: ({ label }) => `“${label}” non vale più come secondo passaggio quando accedi al tuo account.`,
    note: () => 'Se non sei stato tu, imposta subito una nuova password e avvisa chi gestisce questo server.',
  },
  passkeyRefused: {
    subject: () => 'Una passkey è stata rifiutata',
    text: ({ label }) =>
      `“${label}” ha firmato come se fosse stata usata meno volte: potrebbe essere stata copiata. Nessuno ` +
      'ha effettuato l’accesso.',
    note: () =>
      'Rimuovi questa passkey e aggiungine una nuova. Se non sei stato tu, imposta anche una nuova password.',
  },
  recoveryCodeUsed: {
    subject: () => 'È stato usato un codice di recupero',
    text: ({ left }) =>
      `Uno dei tuoi codici di recupero è stato usato come secondo passaggio. Codici rimasti: ${left}.`,
    note: () => 'Se non sei stato tu, imposta subito una nuova password e crea nuovi codici di recupero.',
  },
  emailLeaving: {
    subject: () => 'Conferma il nuovo indirizzo e-mail',
    text: ({ email }) =>
      `Il tuo account avrà l’indirizzo ${email}. Cambia quando entrambi gli indirizzi hanno confermato.`,
    action: 'Conferma la modifica',
    note: () => 'Se non l’hai richiesto, non confermare e cambia la password.',
  },
  emailArriving: {
    subject: () => 'Conferma il nuovo indirizzo e-mail',
    text: () => 'Un account avrà questo indirizzo. Cambia quando entrambi gli indirizzi hanno confermato.',
    action: 'Conferma questo indirizzo',
    note: () => 'Se non ne sai nulla, ignora questa e-mail.',
  },
  accountDeleted: {
    subject: () => 'Il tuo account è stato eliminato',
    text: ({ authorship }) =>
      'Il tuo account su questo server non esiste più e tutte le tue sessioni sono chiuse. ' +
      (authorship === 'name'
        ? 'Ciò che hai scritto resta, con il tuo nome.'
        : 'Ciò che hai scritto resta, senza il tuo nome.'),
    note: () => 'Se non sei stato tu, avvisa subito chi gestisce questo server.',
  },
  organizationDeleted: {
    subject: ({ organization }) => `${organization} sarà eliminata`,
    text: ({ organization, days }) =>
      `Un amministratore ha eliminato ${organization}. I membri non possono più aprirla. Tra ` +
      `${days} giorni tutto il suo contenuto sarà rimosso definitivamente.`,
    note: () =>
      'Fino ad allora, gli amministratori possono ancora esportarne gli spazi e ripristinarla ' +
      'nelle impostazioni.',
  },
  test: {
    subject: () => 'Questo server può inviare e-mail',
    text: () => 'Le impostazioni e-mail di questo server funzionano.',
    note: () => 'Un operatore ha inviato questa e-mail con stemma-server mail test.',
  },
  notifications: {
    lines: {
      mention: ({ actor, place }) => `${actor} ti ha menzionato in ${place}`,
      reply: ({ actor, place }) => `${actor} ha risposto in ${place}`,
      comment: ({ actor, place }) => `${actor} ha commentato ${place}`,
      review_requested: ({ actor, place }) => `${actor} ti chiede di rivedere ${place}`,
      approved: ({ actor, place }) => `${actor} ha approvato ${place}`,
      'changes-requested': ({ actor, place }) => `${actor} ha chiesto modifiche a ${place}`,
      opened: ({ actor, place }) => `${actor} ha aperto ${place} alla revisione`,
      merged: ({ actor, place }) => `${actor} ha unito ${place}`,
      conflict: ({ place }) => `${place} è in conflitto con il suo spazio`,
      invite: ({ actor, place }) => `${actor} ti ha dato accesso a ${place}`,
      completed: ({ place }) => `La tua importazione in ${place} è terminata`,
      failed: ({ place }) => `La tua importazione in ${place} non è riuscita`,
    },
    subject: ({ count, place }) => `${count} notifiche: ${place}`,
    digest: ({ count, organization }) => `${organization}: notifiche di oggi (${count})`,
    more: ({ count }) => `… e altre ${count} nella tua posta in arrivo.`,
    note: ({ organization }) =>
      `Ricevi questo messaggio per le tue preferenze di notifica in ${organization}.`,
    action: 'Apri la posta in arrivo',
    unsubscribe: 'Non ricevere più messaggi come questo:',
  },
}
