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
  factorAdded: {
    subject: () => 'Eine Anmeldemöglichkeit wurde hinzugefügt',
    text: ({ label }) => `„${label}“ gilt jetzt als zweiter Schritt bei der Anmeldung an Ihrem Konto.`,
    note: () =>
      'Falls Sie das nicht waren, legen Sie sofort ein neues Passwort fest und informieren Sie die ' +
      'Betreiber dieses Servers.',
  },
  factorRemoved: {
    subject: () => 'Eine Anmeldemöglichkeit wurde entfernt',
    text: ({ label }) => `„${label}“ gilt nicht mehr als zweiter Schritt bei der Anmeldung an Ihrem Konto.`,
    note: () =>
      'Falls Sie das nicht waren, legen Sie sofort ein neues Passwort fest und informieren Sie die ' +
      'Betreiber dieses Servers.',
  },
  passkeyRefused: {
    subject: () => 'Ein Passkey wurde abgelehnt',
    text: ({ label }) =>
      `„${label}“ hat unterschrieben, als wäre er seltener benutzt worden: Er könnte kopiert worden sein. ` +
      'Niemand wurde angemeldet.',
    note: () =>
      'Entfernen Sie diesen Passkey und fügen Sie einen neuen hinzu. Falls Sie das nicht waren, legen Sie ' +
      'auch ein neues Passwort fest.',
  },
  recoveryCodeUsed: {
    subject: () => 'Ein Wiederherstellungscode wurde verwendet',
    text: ({ left }) =>
      `Einer Ihrer Wiederherstellungscodes wurde als zweiter Schritt verwendet. Verbleibende Codes: ${left}.`,
    note: () =>
      'Falls Sie das nicht waren, legen Sie sofort ein neues Passwort fest und erzeugen Sie neue ' +
      'Wiederherstellungscodes.',
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
  accountDeleted: {
    subject: () => 'Ihr Konto wurde gelöscht',
    text: ({ authorship }) =>
      'Ihr Konto auf diesem Server gibt es nicht mehr, und Sie sind überall abgemeldet. ' +
      (authorship === 'name'
        ? 'Was Sie geschrieben haben, bleibt mit Ihrem Namen bestehen.'
        : 'Was Sie geschrieben haben, bleibt ohne Ihren Namen bestehen.'),
    note: () => 'Falls Sie das nicht waren, melden Sie es sofort den Betreibern dieses Servers.',
  },
  organizationDeleted: {
    subject: ({ organization }) => `${organization} wird gelöscht`,
    text: ({ organization, days }) =>
      `Jemand aus der Administration hat ${organization} gelöscht. Mitglieder können die ` +
      `Organisation nicht mehr öffnen. In ${days} Tagen wird alles darin endgültig entfernt.`,
    note: () =>
      'Bis dahin kann die Administration die Spaces noch exportieren und die Organisation in den ' +
      'Einstellungen wiederherstellen.',
  },
  test: {
    subject: () => 'Dieser Server kann Mails senden',
    text: () => 'Die Mail-Einstellungen dieses Servers funktionieren.',
    note: () => 'Ein Betreiber hat diese Mail mit stemma-server mail test gesendet.',
  },
  notifications: {
    lines: {
      mention: ({ actor, place }) => `${actor} hat Sie in ${place} erwähnt`,
      reply: ({ actor, place }) => `${actor} hat in ${place} geantwortet`,
      comment: ({ actor, place }) => `${actor} hat ${place} kommentiert`,
      review_requested: ({ actor, place }) => `${actor} bittet Sie um ein Review von ${place}`,
      approved: ({ actor, place }) => `${actor} hat ${place} freigegeben`,
      'changes-requested': ({ actor, place }) => `${actor} hat Änderungen an ${place} verlangt`,
      opened: ({ actor, place }) => `${actor} hat ${place} zum Review geöffnet`,
      merged: ({ actor, place }) => `${actor} hat ${place} übernommen`,
      conflict: ({ place }) => `${place} steht im Konflikt mit dem Bereich`,
      invite: ({ actor, place }) => `${actor} hat Ihnen Zugriff auf ${place} gegeben`,
      completed: ({ place }) => `Ihr Import nach ${place} ist fertig`,
      failed: ({ place }) => `Ihr Import nach ${place} ist fehlgeschlagen`,
    },
    subject: ({ count, place }) => `${count} Benachrichtigungen: ${place}`,
    digest: ({ count, organization }) => `${organization}: Benachrichtigungen von heute (${count})`,
    more: ({ count }) => `… und ${count} weitere in Ihrem Posteingang.`,
    note: ({ organization }) =>
      `Sie erhalten diese Mail aufgrund Ihrer Benachrichtigungseinstellungen in ${organization}.`,
    action: 'Posteingang öffnen',
    unsubscribe: 'Keine solchen Mails mehr:',
  },
}
