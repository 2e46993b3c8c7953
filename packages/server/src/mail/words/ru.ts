import type { MailWords } from './words.ts'

export const russian: MailWords = {
  locale: 'ru-RU',
  insteadOfButton: 'Если кнопка не работает, откройте этот адрес:',
  invitation: {
    subject: ({ organization }) => `Приглашение в ${organization}`,
    text: ({ inviter, organization }) =>
      `${inviter} приглашает вас работать над документацией организации ${organization}.`,
    action: 'Посмотреть приглашение',
    note: () =>
      'Если вы не знаете, кто вас пригласил, не обращайте внимания на это письмо. Без вашего ' +
      'согласия ничего не произойдёт.',
  },
  passwordReset: {
    subject: () => 'Новый пароль',
    text: () => 'Кто-то запросил новый пароль для вашей учётной записи. По этой ссылке его можно задать.',
    action: 'Задать новый пароль',
    note: ({ minutes }) =>
      `Ссылка действует один раз, в течение ${minutes} минут. Если вы её не запрашивали, не ` +
      'обращайте внимания на это письмо: пароль останется прежним.',
  },
  passwordChanged: {
    subject: () => 'Ваш пароль изменён',
    text: () => 'Пароль вашей учётной записи изменён, ваши сеансы в других браузерах завершены.',
    note: () =>
      'Если это были не вы, сразу задайте новый пароль и сообщите тем, кто обслуживает этот сервер.',
  },
  emailLeaving: {
    subject: () => 'Подтвердите новый адрес электронной почты',
    text: ({ email }) =>
      `Ваша учётная запись получит адрес ${email}. Он изменится, когда это подтвердят с обоих адресов.`,
    action: 'Подтвердить изменение',
    note: () => 'Если вы этого не запрашивали, не подтверждайте и смените пароль.',
  },
  emailArriving: {
    subject: () => 'Подтвердите новый адрес электронной почты',
    text: () => 'Учётная запись получит этот адрес. Он изменится, когда это подтвердят с обоих адресов.',
    action: 'Подтвердить этот адрес',
    note: () => 'Если вы об этом ничего не знаете, не обращайте внимания на это письмо.',
  },
  test: {
    subject: () => 'Этот сервер может отправлять почту',
    text: () => 'Почтовые настройки этого сервера работают.',
    note: () => 'Это письмо отправлено командой stemma-server mail test.',
  },
  notifications: {
    lines: {
      mention: ({ actor, place }) => `${actor} упоминает вас: ${place}`,
      reply: ({ actor, place }) => `${actor} отвечает: ${place}`,
      comment: ({ actor, place }) => `${actor} комментирует: ${place}`,
      review_requested: ({ actor, place }) => `${actor} просит вас проверить: ${place}`,
      approved: ({ actor, place }) => `${actor} одобряет: ${place}`,
      'changes-requested': ({ actor, place }) => `${actor} просит доработать: ${place}`,
      opened: ({ actor, place }) => `${actor} открывает для проверки: ${place}`,
      merged: ({ actor, place }) => `${actor} принимает изменения: ${place}`,
      conflict: ({ place }) => `Конфликт с пространством: ${place}`,
      invite: ({ actor, place }) => `${actor} даёт вам доступ: ${place}`,
      completed: ({ place }) => `Импорт завершён: ${place}`,
      failed: ({ place }) => `Импорт не удался: ${place}`,
    },
    subject: ({ count, place }) => `Уведомления (${count}): ${place}`,
    digest: ({ count, organization }) => `${organization}: уведомления за сегодня (${count})`,
    more: ({ count }) => `… и ещё ${count} во входящих.`,
    note: ({ organization }) => `Вы получили это письмо из-за настроек уведомлений в ${organization}.`,
    action: 'Открыть входящие',
    unsubscribe: 'Больше не присылать таких писем:',
  },
}
