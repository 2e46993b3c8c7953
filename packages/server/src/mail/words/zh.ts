import type { MailWords } from './words.ts'

export const chinese: MailWords = {
  locale: 'zh-CN',
  insteadOfButton: '如果按钮无法使用，请打开此地址：',
  invitation: {
    subject: ({ organization }) => `加入 ${organization} 的邀请`,
    text: ({ inviter, organization }) => `${inviter} 邀请您参与 ${organization} 的文档工作。`,
    action: '查看邀请',
    note: () => '如果您不知道邀请人是谁，请忽略此邮件。只要您不接受，就不会发生任何事情。',
  },
  passwordReset: {
    subject: () => '设置新密码',
    text: () => '有人为您的帐户请求了新密码。您可以通过此链接设置新密码。',
    action: '设置新密码',
    note: ({ minutes }) =>
      `链接在 ${minutes} 分钟内有效，且只能使用一次。如果不是您请求的，请忽略此邮件，您的密码不会改变。`,
  },
  passwordChanged: {
    subject: () => '您的密码已更改',
    text: () => '您帐户的密码已更改，您在其他浏览器中的会话已结束。',
    note: () => '如果不是您本人操作，请立即设置新密码，并告知此服务器的管理人员。',
  },
  factorAdded: {
    subject: () => '已添加一种登录方式',
    text: ({ label }) => `“${label}”现在是您登录帐户时的第二步。`,
    note: () => '如果不是您本人操作，请立即设置新密码，并告知此服务器的管理人员。',
  },
  factorRemoved: {
    subject: () => '已移除一种登录方式',
    text: ({ label }) => `“${label}”不再是您登录帐户时的第二步。`,
    note: () => '如果不是您本人操作，请立即设置新密码，并告知此服务器的管理人员。',
  },
  passkeyRefused: {
    subject: () => '一个通行密钥被拒绝',
    text: ({ label }) => `“${label}”签名时的使用次数少于实际次数：它可能被复制。没有人登录。`,
    note: () => '请移除此通行密钥并添加新的密钥。如果不是您本人操作，还请设置新密码。',
  },
  recoveryCodeUsed: {
    subject: () => '有一个恢复代码被使用',
    text: ({ left }) => `您的一个恢复代码被用作登录的第二步。剩余代码：${left}。`,
    note: () => '如果不是您本人操作，请立即设置新密码并创建新的恢复代码。',
  },
  emailLeaving: {
    subject: () => '确认您的新电子邮件地址',
    text: ({ email }) => `您的帐户将使用地址 ${email}。两个地址都确认后才会更改。`,
    action: '确认更改',
    note: () => '如果不是您请求的，请不要确认，并更改您的密码。',
  },
  emailArriving: {
    subject: () => '确认您的新电子邮件地址',
    text: () => '一个帐户将使用此地址。两个地址都确认后才会更改。',
    action: '确认此地址',
    note: () => '如果您对此不知情，请忽略此邮件。',
  },
  accountDeleted: {
    subject: () => '您的账户已删除',
    text: ({ authorship }) =>
      '您在此服务器上的账户已不存在，所有会话均已结束。' +
      (authorship === 'name'
        ? '您撰写的内容会保留，并显示您的姓名。'
        : '您撰写的内容会保留，但不显示您的姓名。'),
    note: () => '如果不是您本人操作，请立即告知此服务器的运营人员。',
  },
  organizationDeleted: {
    subject: ({ organization }) => `${organization} 将被删除`,
    text: ({ organization, days }) =>
      `管理员删除了 ${organization}。成员已无法打开它。${days} 天后，其中的全部内容将被永久移除。`,
    note: () => '在此之前，管理员仍可在设置中导出空间并恢复该组织。',
  },
  test: {
    subject: () => '此服务器可以发送邮件',
    text: () => '此服务器的邮件设置正常。',
    note: () => '管理人员使用 stemma-server mail test 发送了此邮件。',
  },
  notifications: {
    lines: {
      mention: ({ actor, place }) => `${actor} 在 ${place} 中提到了您`,
      reply: ({ actor, place }) => `${actor} 在 ${place} 中回复了`,
      comment: ({ actor, place }) => `${actor} 评论了 ${place}`,
      review_requested: ({ actor, place }) => `${actor} 请您审阅 ${place}`,
      approved: ({ actor, place }) => `${actor} 批准了 ${place}`,
      'changes-requested': ({ actor, place }) => `${actor} 要求修改 ${place}`,
      opened: ({ actor, place }) => `${actor} 将 ${place} 提交审阅`,
      merged: ({ actor, place }) => `${actor} 合并了 ${place}`,
      conflict: ({ place }) => `${place} 与其空间有冲突`,
      invite: ({ actor, place }) => `${actor} 授予您访问 ${place} 的权限`,
      completed: ({ place }) => `导入到 ${place} 已完成`,
      failed: ({ place }) => `导入到 ${place} 失败`,
    },
    subject: ({ count, place }) => `${count} 条通知：${place}`,
    digest: ({ count, organization }) => `${organization}：今日 ${count} 条通知`,
    more: ({ count }) => `… 收件箱中还有 ${count} 条。`,
    note: ({ organization }) => `您收到此邮件是因为您在 ${organization} 中的通知设置。`,
    action: '打开收件箱',
    unsubscribe: '不再接收此类邮件：',
  },
}
