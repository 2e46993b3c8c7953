import type { MailWords } from './words.ts'

export const german: MailWords = {
  locale: 'de-DE',
  insteadOfButton: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
  invitation: {
    subject: ({ organization }) => `Einladung zu ${organization}`,
    text: ({ inviter, organization }) =>
      `${inviter} lädt Sie ein, an der Dokumentation von ${organization} mitzuarbeiten.`,
    action: 'Einladung ansehen',
    note: () =>
      'Wenn Sie nicht wissen, wer Sie eingeladen hat, ignorieren Sie diese Mail. Ohne Ihre Annahme ' +
      'geschieht nichts.',
  },
  passwordReset: {
    subject: () => 'Neues Passwort festlegen',
    text: () =>
      'Jemand hat für Ihr Konto ein neues Passwort angefordert. Mit diesem Link können Sie es festlegen.',
    action: 'Neues Passwort festlegen',
    note: ({ minutes }) =>
      `Der Link gilt einmal und ${minutes} Minuten lang. Wenn Sie ihn nicht angefordert haben, ` +
      'ignorieren Sie diese Mail: Ihr Passwort bleibt unverändert.',
  },
  passwordChanged: {
    subject: () => 'Ihr Passwort wurde geändert',
    text: () =>
      'Das Passwort Ihres Kontos wurde geändert, und Ihre Sitzungen in anderen Browsern sind beendet.',
    note: () =>
      'Falls Sie das nicht waren, legen Sie sofort ein neues Passwort fest und informieren Sie die ' +
      'Betreiber dieses Servers.',
  },
  emailLeaving: {
    subject: () => 'Neue E-Mail-Adresse bestätigen',
    text: ({ email }) =>
      `Ihr Konto soll die Adresse ${email} bekommen. Sie ändert sich, sobald beide Adressen bestätigt haben.`,
    action: 'Änderung bestätigen',
    note: () => 'Wenn Sie das nicht veranlasst haben, bestätigen Sie nicht und ändern Sie Ihr Passwort.',
  },
  emailArriving: {
    subject: () => 'Neue E-Mail-Adresse bestätigen',
    text: () =>
      'Ein Konto soll diese Adresse bekommen. Sie ändert sich, sobald beide Adressen bestätigt haben.',
    action: 'Diese Adresse bestätigen',
    note: () => 'Wenn Sie davon nichts wissen, ignorieren Sie diese Mail.',
  },
  test: {
    subject: () => 'Dieser Server kann Mails senden',
    text: () => 'Die Mail-Einstellungen dieses Servers funktionieren.',
    note: () => 'Ein Betreiber hat diese Mail mit stemma-server mail test gesendet.',
  },
}
