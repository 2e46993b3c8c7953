import type { MailWords } from './words.ts'

export const arabic: MailWords = {
  locale: 'ar',
  insteadOfButton: 'إذا لم يعمل الزر، فافتح هذا العنوان:',
  invitation: {
    subject: ({ organization }) => `دعوة إلى ${organization}`,
    text: ({ inviter, organization }) => `يدعوك ${inviter} إلى العمل على وثائق ${organization}.`,
    action: 'عرض الدعوة',
    note: () => 'إذا كنت لا تعرف من دعاك، فتجاهل هذه الرسالة. لن يحدث شيء ما لم تقبل الدعوة.',
  },
  passwordReset: {
    subject: () => 'تعيين كلمة مرور جديدة',
    text: () => 'طلب أحدهم كلمة مرور جديدة لحسابك. يمكنك تعيينها عبر هذا الرابط.',
    action: 'تعيين كلمة مرور جديدة',
    note: ({ minutes }) =>
      `يعمل الرابط مرة واحدة خلال ${minutes} دقيقة. إذا لم تطلبه، فتجاهل هذه الرسالة: تبقى كلمة ` +
      'مرورك كما هي.',
  },
  passwordChanged: {
    subject: () => 'تم تغيير كلمة مرورك',
    text: () => 'تم تغيير كلمة مرور حسابك، وانتهت جلساتك في المتصفحات الأخرى.',
    note: () => 'إذا لم تكن أنت من غيّرها، فعيّن كلمة مرور جديدة فورًا وأبلغ مشغّلي هذا الخادم.',
  },
  factorAdded: {
    subject: () => 'تمت إضافة طريقة لتسجيل الدخول',
    text: ({ label }) => `أصبح «${label}» الخطوة الثانية عند تسجيل الدخول إلى حسابك.`,
    note: () => 'إذا لم تكن أنت من فعل ذلك، فعيّن كلمة مرور جديدة فورًا وأبلغ مشغّلي هذا الخادم.',
  },
  factorRemoved: {
    subject: () => 'تمت إزالة طريقة لتسجيل الدخول',
    text: ({ label }) => `لم يعد «${label}» الخطوة الثانية عند تسجيل الدخول إلى حسابك.`,
    note: () => 'إذا لم تكن أنت من فعل ذلك، فعيّن كلمة مرور جديدة فورًا وأبلغ مشغّلي هذا الخادم.',
  },
  passkeyRefused: {
    subject: () => 'رُفض مفتاح مرور',
    text: ({ label }) =>
      `وقّع «${label}» وكأنه استُخدم مرات أقل مما استُخدم فعلًا: ربما نُسخ. لم يسجّل أحد الدخول.`,
    note: () => 'أزل مفتاح المرور هذا وأضف مفتاحًا جديدًا. وإذا لم تكن أنت، فعيّن كلمة مرور جديدة أيضًا.',
  },
  recoveryCodeUsed: {
    subject: () => 'تم استخدام رمز استرداد',
    text: ({ left }) => `استُخدم أحد رموز الاسترداد الخاصة بك كخطوة ثانية. الرموز المتبقية: ${left}.`,
    note: () => 'إذا لم تكن أنت من فعل ذلك، فعيّن كلمة مرور جديدة فورًا وأنشئ رموز استرداد جديدة.',
  },
  emailLeaving: {
    subject: () => 'تأكيد عنوان بريدك الإلكتروني الجديد',
    text: ({ email }) => `سيصبح عنوان حسابك ${email}. يتغيّر العنوان عندما يؤكد العنوانان ذلك.`,
    action: 'تأكيد التغيير',
    note: () => 'إذا لم تطلب ذلك، فلا تؤكده وغيّر كلمة مرورك.',
  },
  emailArriving: {
    subject: () => 'تأكيد عنوان بريدك الإلكتروني الجديد',
    text: () => 'سيصبح هذا العنوان عنوان حساب. يتغيّر العنوان عندما يؤكد العنوانان ذلك.',
    action: 'تأكيد هذا العنوان',
    note: () => 'إذا لم تكن على علم بذلك، فتجاهل هذه الرسالة.',
  },
  accountDeleted: {
    subject: () => 'تم حذف حسابك',
    text: ({ authorship }) =>
      'لم يعد حسابك موجودًا على هذا الخادم، وتم إنهاء جميع جلساتك. ' +
      (authorship === 'name' ? 'يبقى ما كتبته مع اسمك.' : 'يبقى ما كتبته دون اسمك.'),
    note: () => 'إذا لم تكن أنت من فعل ذلك، فأبلغ مشغلي هذا الخادم فورًا.',
  },
  organizationDeleted: {
    subject: ({ organization }) => `سيتم حذف ${organization}`,
    text: ({ organization, days }) =>
      `حذف أحد المسؤولين ${organization}. لم يعد بإمكان الأعضاء فتحها. بعد ${days} يومًا سيُزال ` +
      'كل ما فيها نهائيًا.',
    note: () => 'حتى ذلك الحين، يمكن للمسؤولين تصدير المساحات واستعادة المؤسسة من الإعدادات.',
  },
  test: {
    subject: () => 'يستطيع هذا الخادم إرسال البريد',
    text: () => 'إعدادات البريد في هذا الخادم تعمل.',
    note: () => 'أرسل أحد المشغّلين هذه الرسالة باستخدام stemma-server mail test.',
  },
  notifications: {
    lines: {
      mention: ({ actor, place }) => `أشار إليك ${actor} في ${place}`,
      reply: ({ actor, place }) => `ردّ ${actor} في ${place}`,
      comment: ({ actor, place }) => `علّق ${actor} على ${place}`,
      review_requested: ({ actor, place }) => `يطلب ${actor} مراجعتك لـ ${place}`,
      approved: ({ actor, place }) => `وافق ${actor} على ${place}`,
      'changes-requested': ({ actor, place }) => `طلب ${actor} تعديلات على ${place}`,
      opened: ({ actor, place }) => `فتح ${actor} ${place} للمراجعة`,
      merged: ({ actor, place }) => `دمج ${actor} ${place}`,
      conflict: ({ place }) => `يتعارض ${place} مع مساحته`,
      invite: ({ actor, place }) => `منحك ${actor} حق الوصول إلى ${place}`,
      completed: ({ place }) => `اكتمل الاستيراد إلى ${place}`,
      failed: ({ place }) => `فشل الاستيراد إلى ${place}`,
    },
    subject: ({ count, place }) => `${count} إشعارات: ${place}`,
    digest: ({ count, organization }) => `${organization}: إشعارات اليوم (${count})`,
    more: ({ count }) => `… و${count} أخرى في صندوق الوارد.`,
    note: ({ organization }) => `تصلك هذه الرسالة بسبب إعدادات الإشعارات في ${organization}.`,
    action: 'فتح صندوق الوارد',
    unsubscribe: 'إيقاف الرسائل المشابهة:',
  },
}
