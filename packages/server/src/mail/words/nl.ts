import type { MailWords } from './words.ts'

export const dutch: MailWords = {
  locale: 'nl-NL',
  insteadOfButton: 'Werkt de knop niet, open dan dit adres:',
  invitation: {
    subject: ({ organization }) => `Uitnodiging voor ${organization}`,
    text: ({ inviter, organization }) =>
      `${inviter} nodigt je uit om aan de documentatie van ${organization} te werken.`,
    action: 'Uitnodiging bekijken',
    note: () =>
      'Weet je niet wie je heeft uitgenodigd, negeer dan deze mail. Er gebeurt niets zolang je niet ' +
      'accepteert.',
  },
  passwordReset: {
    subject: () => 'Een nieuw wachtwoord instellen',
    text: () =>
      'Iemand heeft een nieuw wachtwoord voor je account aangevraagd. Met deze link stel je het in.',
    action: 'Nieuw wachtwoord instellen',
    note: ({ minutes }) =>
      `De link werkt één keer, gedurende ${minutes} minuten. Heb je er niet om gevraagd, negeer dan ` +
      'deze mail: je wachtwoord blijft zoals het is.',
  },
  passwordChanged: {
    subject: () => 'Je wachtwoord is gewijzigd',
    text: () =>
      'Het wachtwoord van je account is gewijzigd, en je sessies in andere browsers zijn beëindigd.',
    note: () =>
      'Was jij dat niet, stel dan meteen een nieuw wachtwoord in en waarschuw de beheerders van deze server.',
  },
  factorAdded: {
    subject: () => 'Er is een manier om in te loggen toegevoegd',
    text: ({ label }) => `‘${label}’ geldt nu als tweede stap wanneer je inlogt op je account.`,
    note: () =>
      'Was jij dat niet, stel dan meteen een nieuw wachtwoord in en waarschuw de beheerders van deze server.',
  },
  factorRemoved: {
    subject: () => 'Er is een manier om in te loggen verwijderd',
    text: ({ label }) => `‘${label}’ geldt niet meer als tweede stap wanneer je inlogt op je account.`,
    note: () =>
      'Was jij dat niet, stel dan meteen een nieuw wachtwoord in en waarschuw de beheerders van deze server.',
  },
  passkeyRefused: {
    subject: () => 'Een passkey is geweigerd',
    text: ({ label }) =>
      `‘${label}’ ondertekende alsof hij minder vaak was gebruikt: misschien is hij gekopieerd. Niemand is ` +
      'ingelogd.',
    note: () =>
      'Verwijder deze passkey en voeg een nieuwe toe. Was jij dat niet, stel dan ook een nieuw ' +
      'wachtwoord in.',
  },
  recoveryCodeUsed: {
    subject: () => 'Er is een herstelcode gebruikt',
    text: ({ left }) => `Een van je herstelcodes is gebruikt als tweede stap. Resterende codes: ${left}.`,
    note: () => 'Was jij dat niet, stel dan meteen een nieuw wachtwoord in en maak nieuwe herstelcodes aan.',
  },
  emailLeaving: {
    subject: () => 'Bevestig je nieuwe e-mailadres',
    text: ({ email }) =>
      `Je account krijgt het adres ${email}. Het verandert zodra beide adressen dit hebben bevestigd.`,
    action: 'Wijziging bevestigen',
    note: () => 'Heb je hier niet om gevraagd, bevestig dan niet en wijzig je wachtwoord.',
  },
  emailArriving: {
    subject: () => 'Bevestig je nieuwe e-mailadres',
    text: () => 'Een account krijgt dit adres. Het verandert zodra beide adressen dit hebben bevestigd.',
    action: 'Dit adres bevestigen',
    note: () => 'Weet je hier niets van, negeer dan deze mail.',
  },
  accountDeleted: {
    subject: () => 'Je account is verwijderd',
    text: ({ authorship }) =>
      'Je account op deze server bestaat niet meer en je bent overal afgemeld. ' +
      (authorship === 'name'
        ? 'Wat je hebt geschreven blijft staan, met je naam.'
        : 'Wat je hebt geschreven blijft staan, zonder je naam.'),
    note: () => 'Was jij dat niet, waarschuw dan meteen de beheerders van deze server.',
  },
  organizationDeleted: {
    subject: ({ organization }) => `${organization} wordt verwijderd`,
    text: ({ organization, days }) =>
      `Een beheerder heeft ${organization} verwijderd. Leden kunnen de organisatie niet meer ` +
      `openen. Over ${days} dagen wordt alles erin definitief gewist.`,
    note: () =>
      'Tot die tijd kunnen beheerders de spaces nog exporteren en de organisatie herstellen in de ' +
      'instellingen.',
  },
  test: {
    subject: () => 'Deze server kan mail versturen',
    text: () => 'De mailinstellingen van deze server werken.',
    note: () => 'Een beheerder heeft deze mail verstuurd met stemma-server mail test.',
  },
  notifications: {
    lines: {
      mention: ({ actor, place }) => `${actor} noemde u in ${place}`,
      reply: ({ actor, place }) => `${actor} antwoordde in ${place}`,
      comment: ({ actor, place }) => `${actor} gaf commentaar op ${place}`,
      review_requested: ({ actor, place }) => `${actor} vraagt u ${place} te beoordelen`,
      approved: ({ actor, place }) => `${actor} keurde ${place} goed`,
      'changes-requested': ({ actor, place }) => `${actor} vroeg om wijzigingen in ${place}`,
      opened: ({ actor, place }) => `${actor} opende ${place} voor beoordeling`,
      merged: ({ actor, place }) => `${actor} voegde ${place} samen`,
      conflict: ({ place }) => `${place} conflicteert met zijn ruimte`,
      invite: ({ actor, place }) => `${actor} gaf u toegang tot ${place}`,
      completed: ({ place }) => `Uw import in ${place} is klaar`,
      failed: ({ place }) => `Uw import in ${place} is mislukt`,
    },
    subject: ({ count, place }) => `${count} meldingen: ${place}`,
    digest: ({ count, organization }) => `${organization}: meldingen van vandaag (${count})`,
    more: ({ count }) => `… en nog ${count} in uw postvak.`,
    note: ({ organization }) => `U ontvangt deze mail vanwege uw meldingsinstellingen in ${organization}.`,
    action: 'Postvak openen',
    unsubscribe: 'Geen mails zoals deze meer:',
  },
}
