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
  factorAdded: {
    subject: () => 'サインインの方法が追加されました',
    text: ({ label }) => `「${label}」が、アカウントにサインインするときの 2 段階目になりました。`,
    note: () =>
      'ご自身による変更でない場合は、すぐに新しいパスワードを設定し、サーバーの運用者に知らせてください。',
  },
  factorRemoved: {
    subject: () => 'サインインの方法が削除されました',
    text: ({ label }) => `「${label}」は、アカウントにサインインするときの 2 段階目ではなくなりました。`,
    note: () =>
      'ご自身による変更でない場合は、すぐに新しいパスワードを設定し、サーバーの運用者に知らせてください。',
  },
  passkeyRefused: {
    subject: () => 'パスキーが拒否されました',
    text: ({ label }) =>
      `「${label}」の署名が、実際より少ない使用回数を示しました。複製された可能性があります。サインインは行われていません。`,
    note: () =>
      'このパスキーを削除し、新しいパスキーを追加してください。ご自身による操作でない場合は、新しいパスワードも設定してください。',
  },
  recoveryCodeUsed: {
    subject: () => 'リカバリーコードが使われました',
    text: ({ left }) => `リカバリーコードの 1 つが 2 段階目に使われました。残りのコード: ${left}。`,
    note: () =>
      'ご自身による使用でない場合は、すぐに新しいパスワードを設定し、新しいリカバリーコードを作成してください。',
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
  accountDeleted: {
    subject: () => 'アカウントが削除されました',
    text: ({ authorship }) =>
      'このサーバーのアカウントは削除され、すべてのセッションが終了しました。' +
      (authorship === 'name'
        ? '作成した内容は、お名前とともに残ります。'
        : '作成した内容は、お名前なしで残ります。'),
    note: () => 'ご自身による操作でない場合は、すぐにこのサーバーの運営者に連絡してください。',
  },
  organizationDeleted: {
    subject: ({ organization }) => `${organization} は削除されます`,
    text: ({ organization, days }) =>
      `管理者が ${organization} を削除しました。メンバーはもう開くことができません。${days} 日後に、すべての内容が完全に削除されます。`,
    note: () => 'それまでは、管理者が設定画面でスペースを書き出し、組織を復元できます。',
  },
  test: {
    subject: () => 'このサーバーはメールを送信できます',
    text: () => 'このサーバーのメール設定は正しく動作しています。',
    note: () => '運用者が stemma-server mail test でこのメールを送信しました。',
  },
  notifications: {
    lines: {
      mention: ({ actor, place }) => `${actor} さんが ${place} であなたに言及しました`,
      reply: ({ actor, place }) => `${actor} さんが ${place} で返信しました`,
      comment: ({ actor, place }) => `${actor} さんが ${place} にコメントしました`,
      review_requested: ({ actor, place }) => `${actor} さんが ${place} のレビューを依頼しています`,
      approved: ({ actor, place }) => `${actor} さんが ${place} を承認しました`,
      'changes-requested': ({ actor, place }) => `${actor} さんが ${place} に変更を求めています`,
      opened: ({ actor, place }) => `${actor} さんが ${place} のレビューを開始しました`,
      merged: ({ actor, place }) => `${actor} さんが ${place} をマージしました`,
      conflict: ({ place }) => `${place} がスペースと競合しています`,
      invite: ({ actor, place }) => `${actor} さんが ${place} へのアクセスを許可しました`,
      completed: ({ place }) => `${place} へのインポートが完了しました`,
      failed: ({ place }) => `${place} へのインポートに失敗しました`,
    },
    subject: ({ count, place }) => `通知 ${count} 件: ${place}`,
    digest: ({ count, organization }) => `${organization}: 今日の通知 ${count} 件`,
    more: ({ count }) => `… ほか ${count} 件が受信箱にあります。`,
    note: ({ organization }) => `このメールは ${organization} の通知設定に基づいて送信されています。`,
    action: '受信箱を開く',
    unsubscribe: '今後このようなメールを受け取らない:',
  },
}
