import type { MailWords } from './words.ts'

export const norwegian: MailWords = {
  locale: 'nb-NO',
  insteadOfButton: 'Hvis knappen ikke virker, åpne denne adressen:',
  invitation: {
    subject: ({ organization }) => `Invitasjon til ${organization}`,
    text: ({ inviter, organization }) =>
      `${inviter} inviterer deg til å arbeide med dokumentasjonen til ${organization}.`,
    action: 'Se invitasjonen',
    note: () =>
      'Hvis du ikke vet hvem som har invitert deg, kan du se bort fra denne e-posten. Ingenting ' +
      'skjer før du godtar.',
  },
  passwordReset: {
    subject: () => 'Velg et nytt passord',
    text: () => 'Noen har bedt om et nytt passord for kontoen din. Med denne lenken kan du velge et.',
    action: 'Velg et nytt passord',
    note: ({ minutes }) =>
      `Lenken virker én gang, i ${minutes} minutter. Hvis du ikke har bedt om den, kan du se bort ` +
      'fra denne e-posten: passordet ditt endres ikke.',
  },
  passwordChanged: {
    subject: () => 'Passordet ditt er endret',
    text: () => 'Passordet til kontoen din er endret, og øktene dine i andre nettlesere er avsluttet.',
    note: () =>
      'Hvis det ikke var deg, velg straks et nytt passord og si fra til dem som drifter denne serveren.',
  },
  factorAdded: {
    subject: () => 'En måte å logge inn på ble lagt til',
    text: ({ label }) => `«${label}» gjelder nå som det andre trinnet når du logger inn på kontoen din.`,
    note: () =>
      'Hvis det ikke var deg, velg straks et nytt passord og si fra til dem som drifter denne serveren.',
  },
  factorRemoved: {
    subject: () => 'En måte å logge inn på ble fjernet',
    text: ({ label }) =>
      `«${label}» gjelder ikke lenger som det andre trinnet når du logger inn på kontoen din.`,
    note: () =>
      'Hvis det ikke var deg, velg straks et nytt passord og si fra til dem som drifter denne serveren.',
  },
  passkeyRefused: {
    subject: () => 'En tilgangsnøkkel ble avvist',
    text: ({ label }) =>
      `«${label}» signerte som om den var brukt færre ganger: Den kan være kopiert. Ingen ble logget inn.`,
    note: () =>
      'Fjern denne tilgangsnøkkelen og legg til en ny. Hvis det ikke var deg, velg også et nytt passord.',
  },
  recoveryCodeUsed: {
    subject: () => 'En gjenopprettingskode ble brukt',
    text: ({ left }) =>
      `En av gjenopprettingskodene dine ble brukt som det andre trinnet. Koder igjen: ${left}.`,
    note: () => 'Hvis det ikke var deg, velg straks et nytt passord og lag nye gjenopprettingskoder.',
  },
  emailLeaving: {
    subject: () => 'Bekreft den nye e-postadressen din',
    text: ({ email }) =>
      `Kontoen din skal få adressen ${email}. Den endres når begge adressene har bekreftet det.`,
    action: 'Bekreft endringen',
    note: () => 'Hvis du ikke har bedt om dette, ikke bekreft, og bytt passord.',
  },
  emailArriving: {
    subject: () => 'Bekreft den nye e-postadressen din',
    text: () => 'En konto skal få denne adressen. Den endres når begge adressene har bekreftet det.',
    action: 'Bekreft denne adressen',
    note: () => 'Hvis du ikke kjenner til dette, kan du se bort fra denne e-posten.',
  },
  accountDeleted: {
    subject: () => 'Kontoen din er slettet',
    text: ({ authorship }) =>
      'Kontoen din på denne serveren finnes ikke lenger, og du er logget ut overalt. ' +
      (authorship === 'name'
        ? 'Det du har skrevet, blir stående med navnet ditt.'
        : 'Det du har skrevet, blir stående uten navnet ditt.'),
    note: () => 'Hvis det ikke var deg, si straks fra til dem som driver denne serveren.',
  },
  organizationDeleted: {
    subject: ({ organization }) => `${organization} blir slettet`,
    text: ({ organization, days }) =>
      `En administrator har slettet ${organization}. Medlemmene kan ikke lenger åpne den. Om ` +
      `${days} dager fjernes alt innholdet for godt.`,
    note: () =>
      'Fram til da kan administratorer eksportere områdene og gjenopprette organisasjonen i innstillingene.',
  },
  test: {
    subject: () => 'Denne serveren kan sende e-post',
    text: () => 'E-postinnstillingene til denne serveren virker.',
    note: () => 'En driftsansvarlig sendte denne e-posten med stemma-server mail test.',
  },
  notifications: {
    lines: {
      mention: ({ actor, place }) => `${actor} nevnte deg i ${place}`,
      reply: ({ actor, place }) => `${actor} svarte i ${place}`,
      comment: ({ actor, place }) => `${actor} kommenterte ${place}`,
      review_requested: ({ actor, place }) => `${actor} ber deg om å vurdere ${place}`,
      approved: ({ actor, place }) => `${actor} godkjente ${place}`,
      'changes-requested': ({ actor, place }) => `${actor} ba om endringer i ${place}`,
      opened: ({ actor, place }) => `${actor} åpnet ${place} for vurdering`,
      merged: ({ actor, place }) => `${actor} flettet ${place}`,
      conflict: ({ place }) => `${place} er i konflikt med området sitt`,
      invite: ({ actor, place }) => `${actor} ga deg tilgang til ${place}`,
      completed: ({ place }) => `Importen din til ${place} er ferdig`,
      failed: ({ place }) => `Importen din til ${place} mislyktes`,
    },
    subject: ({ count, place }) => `${count} varsler: ${place}`,
    digest: ({ count, organization }) => `${organization}: dagens varsler (${count})`,
    more: ({ count }) => `… og ${count} til i innboksen din.`,
    note: ({ organization }) =>
      `Du får denne e-posten på grunn av varslingsinnstillingene dine i ${organization}.`,
    action: 'Åpne innboksen',
    unsubscribe: 'Ikke flere e-poster som denne:',
  },
}
