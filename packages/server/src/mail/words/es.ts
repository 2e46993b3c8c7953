import type { MailWords } from './words.ts'

export const spanish: MailWords = {
  locale: 'es-ES',
  insteadOfButton: 'Si el botón no funciona, abra esta dirección:',
  invitation: {
    subject: ({ organization }) => `Invitación a ${organization}`,
    text: ({ inviter, organization }) =>
      `${inviter} le invita a trabajar en la documentación de ${organization}.`,
    action: 'Ver la invitación',
    note: () => 'Si no sabe quién le ha invitado, ignore este correo. No ocurre nada si no la acepta.',
  },
  passwordReset: {
    subject: () => 'Establecer una contraseña nueva',
    text: () =>
      'Alguien ha solicitado una contraseña nueva para su cuenta. Con este enlace puede establecerla.',
    action: 'Establecer una contraseña nueva',
    note: ({ minutes }) =>
      `El enlace sirve una sola vez, durante ${minutes} minutos. Si no lo ha solicitado, ignore este ` +
      'correo: su contraseña no cambia.',
  },
  passwordChanged: {
    subject: () => 'Su contraseña ha cambiado',
    text: () => 'La contraseña de su cuenta ha cambiado y se han cerrado sus sesiones en otros navegadores.',
    note: () =>
      'Si no ha sido usted, establezca enseguida una contraseña nueva y avise a quienes administran ' +
      'este servidor.',
  },
  factorAdded: {
    subject: () => 'Se ha añadido una forma de iniciar sesión',
    text: ({ label }) => `«${label}» cuenta ahora como segundo paso al iniciar sesión en su cuenta.`,
    note: () =>
      'Si no ha sido usted, establezca enseguida una contraseña nueva y avise a quienes administran este ' +
      'servidor.',
  },
  factorRemoved: {
    subject: () => 'Se ha eliminado una forma de iniciar sesión',
    text: ({ label }) => `«${label}» ya no cuenta como segundo paso al iniciar sesión en su cuenta.`,
    note: () =>
      'Si no ha sido usted, establezca enseguida una contraseña nueva y avise a quienes administran este ' +
      'servidor.',
  },
  passkeyRefused: {
    subject: () => 'Se ha rechazado una llave de acceso',
    text: ({ label }) =>
      `«${label}» ha firmado como si se hubiera usado menos veces: puede haber sido copiada. Nadie ha ` +
      'iniciado sesión.',
    note: () =>
      'Elimine esta llave de acceso y añada una nueva. Si no ha sido usted, establezca también una ' +
      'contraseña nueva.',
  },
  recoveryCodeUsed: {
    subject: () => 'Se ha usado un código de recuperación',
    text: ({ left }) =>
      `Alguien ha usado uno de sus códigos de recuperación como segundo paso. Códigos restantes: ${left}.`,
    note: () =>
      'Si no ha sido usted, establezca enseguida una contraseña nueva y cree códigos de recuperación nuevos.',
  },
  emailLeaving: {
    subject: () => 'Confirme su nueva dirección de correo',
    text: ({ email }) =>
      `Su cuenta va a tener la dirección ${email}. Cambiará cuando ambas direcciones lo hayan confirmado.`,
    action: 'Confirmar el cambio',
    note: () => 'Si no lo ha solicitado, no lo confirme y cambie su contraseña.',
  },
  emailArriving: {
    subject: () => 'Confirme su nueva dirección de correo',
    text: () =>
      'Una cuenta va a tener esta dirección. Cambiará cuando ambas direcciones lo hayan confirmado.',
    action: 'Confirmar esta dirección',
    note: () => 'Si no sabe de qué se trata, ignore este correo.',
  },
  accountDeleted: {
    subject: () => 'Su cuenta se ha eliminado',
    text: ({ authorship }) =>
      'Su cuenta en este servidor ya no existe y se han cerrado todas sus sesiones. ' +
      (authorship === 'name'
        ? 'Lo que escribió se conserva con su nombre.'
        : 'Lo que escribió se conserva sin su nombre.'),
    note: () => 'Si no ha sido usted, avise enseguida a quienes administran este servidor.',
  },
  organizationDeleted: {
    subject: ({ organization }) => `${organization} se eliminará`,
    text: ({ organization, days }) =>
      `Un administrador ha eliminado ${organization}. Sus miembros ya no pueden abrirla. Dentro ` +
      `de ${days} días, todo su contenido se borrará definitivamente.`,
    note: () =>
      'Hasta entonces, los administradores pueden exportar sus espacios y restaurarla en la configuración.',
  },
  test: {
    subject: () => 'Este servidor puede enviar correo',
    text: () => 'La configuración de correo de este servidor funciona.',
    note: () => 'Un operador ha enviado este correo con stemma-server mail test.',
  },
  notifications: {
    lines: {
      mention: ({ actor, place }) => `${actor} te mencionó en ${place}`,
      reply: ({ actor, place }) => `${actor} respondió en ${place}`,
      comment: ({ actor, place }) => `${actor} comentó ${place}`,
      review_requested: ({ actor, place }) => `${actor} te pide que revises ${place}`,
      approved: ({ actor, place }) => `${actor} aprobó ${place}`,
      'changes-requested': ({ actor, place }) => `${actor} pidió cambios en ${place}`,
      opened: ({ actor, place }) => `${actor} abrió ${place} para su revisión`,
      merged: ({ actor, place }) => `${actor} fusionó ${place}`,
      conflict: ({ place }) => `${place} tiene conflictos con su espacio`,
      invite: ({ actor, place }) => `${actor} te dio acceso a ${place}`,
      completed: ({ place }) => `Tu importación en ${place} ha terminado`,
      failed: ({ place }) => `Tu importación en ${place} ha fallado`,
    },
    subject: ({ count, place }) => `${count} notificaciones: ${place}`,
    digest: ({ count, organization }) => `${organization}: notificaciones de hoy (${count})`,
    more: ({ count }) => `… y ${count} más en tu bandeja.`,
    note: ({ organization }) =>
      `Recibes este correo por tus preferencias de notificación en ${organization}.`,
    action: 'Abrir la bandeja',
    unsubscribe: 'No recibir más correos como este:',
  },
}
