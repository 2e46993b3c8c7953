import type { MailWords } from './words.ts'

export const japanese: MailWords = {
  locale: 'ja-JP',
  insteadOfButton: 'ボタンが動作しない場合は、次のアドレスを開いてください。',
  invitation: {
    subject: ({ organization }) => `${organization}への招待`,
    text: ({ inviter, organization }) =>
      `${inviter}さんが、${organization}のドキュメント作成にあなたを招待しています。`,
    action: '招待を見る',
    note: () =>
      '招待した人に心当たりがない場合は、このメールを無視してください。承諾しない限り何も起こりません。',
  },
  passwordReset: {
    subject: () => '新しいパスワードの設定',
    text: () => 'あなたのアカウントの新しいパスワードが要求されました。このリンクから設定できます。',
    action: '新しいパスワードを設定',
    note: ({ minutes }) =>
      `リンクは${minutes}分間、一度だけ有効です。心当たりがない場合は、このメールを無視してください。パスワードは変わりません。`,
  },
  passwordChanged: {
    subject: () => 'パスワードが変更されました',
    text: () => 'アカウントのパスワードが変更され、他のブラウザのセッションは終了しました。',
    note: () =>
      'ご自身による変更でない場合は、すぐに新しいパスワードを設定し、サーバーの運用者に知らせてください。',
  },
  emailLeaving: {
    subject: () => '新しいメールアドレスの確認',
    text: ({ email }) =>
      `アカウントのアドレスを${email}に変更します。両方のアドレスで確認されると変更されます。`,
    action: '変更を確認する',
    note: () => '心当たりがない場合は、確認せずにパスワードを変更してください。',
  },
  emailArriving: {
    subject: () => '新しいメールアドレスの確認',
    text: () => 'アカウントのアドレスをこのアドレスに変更します。両方のアドレスで確認されると変更されます。',
    action: 'このアドレスを確認する',
    note: () => '心当たりがない場合は、このメールを無視してください。',
  },
  test: {
    subject: () => 'このサーバーはメールを送信できます',
    text: () => 'このサーバーのメール設定は正しく動作しています。',
    note: () => '運用者が stemma-server mail test でこのメールを送信しました。',
  },
}
