import type { MailWords } from './words.ts'

export const portuguese: MailWords = {
  locale: 'pt-BR',
  insteadOfButton: 'Se o botão não funcionar, abra este endereço:',
  invitation: {
    subject: ({ organization }) => `Convite para ${organization}`,
    text: ({ inviter, organization }) =>
      `${inviter} convida você a trabalhar na documentação de ${organization}.`,
    action: 'Ver o convite',
    note: () => 'Se você não sabe quem o convidou, ignore este e-mail. Nada acontece se você não aceitar.',
  },
  passwordReset: {
    subject: () => 'Definir uma nova senha',
    text: () => 'Alguém pediu uma nova senha para a sua conta. Com este link, você pode defini-la.',
    action: 'Definir uma nova senha',
    note: ({ minutes }) =>
      `O link funciona uma única vez, por ${minutes} minutos. Se você não o pediu, ignore este ` +
      'e-mail: sua senha continua a mesma.',
  },
  passwordChanged: {
    subject: () => 'Sua senha foi alterada',
    text: () => 'A senha da sua conta foi alterada, e suas sessões em outros navegadores foram encerradas.',
    note: () => 'Se não foi você, defina imediatamente uma nova senha e avise quem administra este servidor.',
  },
  factorAdded: {
    subject: () => 'Uma forma de entrar foi adicionada',
    text: ({ label }) => `“${label}” agora vale como segunda etapa quando você entra na sua conta.`,
    note: () => 'Se não foi você, defina imediatamente uma nova senha e avise quem administra este servidor.',
  },
  factorRemoved: {
    subject: () => 'Uma forma de entrar foi removida',
    text: ({ label }) => `“${label}” não vale mais como segunda etapa quando você entra na sua conta.`,
    note: () => 'Se não foi você, defina imediatamente uma nova senha e avise quem administra este servidor.',
  },
  passkeyRefused: {
    subject: () => 'Uma chave de acesso foi recusada',
    text: ({ label }) =>
      `“${label}” assinou como se tivesse sido usada menos vezes: ela pode ter sido copiada. Ninguém entrou.`,
    note: () =>
      'Remova esta chave de acesso e adicione uma nova. Se não foi você, defina também uma nova senha.',
  },
  recoveryCodeUsed: {
    subject: () => 'Um código de recuperação foi usado',
    text: ({ left }) =>
      `Um dos seus códigos de recuperação foi usado como segunda etapa. Códigos restantes: ${left}.`,
    note: () => 'Se não foi você, defina imediatamente uma nova senha e crie novos códigos de recuperação.',
  },
  emailLeaving: {
    subject: () => 'Confirme seu novo endereço de e-mail',
    text: ({ email }) =>
      `Sua conta terá o endereço ${email}. Ele muda quando os dois endereços tiverem confirmado.`,
    action: 'Confirmar a alteração',
    note: () => 'Se você não pediu isso, não confirme e altere sua senha.',
  },
  emailArriving: {
    subject: () => 'Confirme seu novo endereço de e-mail',
    text: () => 'Uma conta terá este endereço. Ele muda quando os dois endereços tiverem confirmado.',
    action: 'Confirmar este endereço',
    note: () => 'Se você não sabe do que se trata, ignore este e-mail.',
  },
  accountDeleted: {
    subject: () => 'Sua conta foi excluída',
    text: ({ authorship }) =>
      'Sua conta neste servidor não existe mais e todas as suas sessões foram encerradas. ' +
      (authorship === 'name'
        ? 'O que você escreveu permanece, com o seu nome.'
        : 'O que você escreveu permanece, sem o seu nome.'),
    note: () => 'Se não foi você, avise imediatamente quem opera este servidor.',
  },
  organizationDeleted: {
    subject: ({ organization }) => `${organization} será excluída`,
    text: ({ organization, days }) =>
      `Um administrador excluiu ${organization}. Os membros não podem mais abri-la. Em ${days} ` +
      'dias, todo o conteúdo será removido definitivamente.',
    note: () => 'Até lá, os administradores ainda podem exportar os espaços e restaurá-la nas configurações.',
  },
  test: {
    subject: () => 'Este servidor pode enviar e-mails',
    text: () => 'As configurações de e-mail deste servidor funcionam.',
    note: () => 'Um operador enviou este e-mail com stemma-server mail test.',
  },
  notifications: {
    lines: {
      mention: ({ actor, place }) => `${actor} mencionou você em ${place}`,
      reply: ({ actor, place }) => `${actor} respondeu em ${place}`,
      comment: ({ actor, place }) => `${actor} comentou em ${place}`,
      review_requested: ({ actor, place }) => `${actor} pede a sua revisão de ${place}`,
      approved: ({ actor, place }) => `${actor} aprovou ${place}`,
      'changes-requested': ({ actor, place }) => `${actor} pediu alterações em ${place}`,
      opened: ({ actor, place }) => `${actor} abriu ${place} para revisão`,
      merged: ({ actor, place }) => `${actor} mesclou ${place}`,
      conflict: ({ place }) => `${place} está em conflito com o seu espaço`,
      invite: ({ actor, place }) => `${actor} deu a você acesso a ${place}`,
      completed: ({ place }) => `A sua importação em ${place} terminou`,
      failed: ({ place }) => `A sua importação em ${place} falhou`,
    },
    subject: ({ count, place }) => `${count} notificações: ${place}`,
    digest: ({ count, organization }) => `${organization}: notificações de hoje (${count})`,
    more: ({ count }) => `… e mais ${count} na sua caixa de entrada.`,
    note: ({ organization }) =>
      `Você recebe este e-mail por causa das suas preferências de notificação em ${organization}.`,
    action: 'Abrir a caixa de entrada',
    unsubscribe: 'Não receber mais e-mails como este:',
  },
}
