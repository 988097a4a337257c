import type { Locale } from '../accounts/user.queries.ts';

/** What the page of one's own account and the questions beside the password say. */
export interface AccountTexts {
  readonly title: string;
  readonly signedInAs: (facts: { name: string; email: string }) => string;
  readonly saved: Readonly<
    Record<'password' | 'totp' | 'removed' | 'ended' | 'passkey' | 'passkeyNamed' | 'passkeyRemoved', string>
  >;
  readonly password: {
    readonly title: string;
    readonly current: string;
    readonly hint: string;
    readonly submit: string;
    readonly wrong: string;
  };
  readonly totp: {
    readonly title: string;
    readonly off: string;
    readonly on: (facts: { left: number }) => string;
    readonly setUp: string;
    readonly remove: string;
    readonly needed: string;
    readonly neededNow: string;
    readonly newCodes: string;
    readonly scan: string;
    readonly byHand: string;
    readonly code: string;
    readonly confirm: string;
    readonly wrong: string;
  };
  readonly passkeys: {
    readonly title: string;
    readonly hint: string;
    readonly facts: (facts: { made: string; used: string }) => string;
    readonly codesLeft: (facts: { left: number }) => string;
    readonly needed: string;
    readonly add: string;
    readonly remove: string;
    readonly rename: string;
    readonly save: string;
    readonly name: string;
    readonly newTitle: string;
    readonly newHint: string;
    readonly make: string;
    readonly back: string;
    readonly instead: string;
    readonly show: string;
    readonly refused: string;
    readonly wrong: string;
    readonly cancelled: string;
    readonly unsupported: string;
    readonly noScript: string;
  };
  readonly recovery: { readonly title: string; readonly hint: string; readonly goOn: string };
  readonly code: {
    readonly title: string;
    readonly hint: string;
    readonly label: string;
    readonly submit: string;
    readonly wrong: string;
  };
  readonly sessions: {
    readonly title: string;
    readonly hint: string;
    readonly here: string;
    readonly unknown: string;
    readonly facts: (facts: { address: string; began: string; seen: string }) => string;
    readonly end: string;
    readonly endOthers: string;
  };
}

export const accountTexts: Readonly<Record<Locale, AccountTexts>> = {
  ro: {
    title: 'Contul meu',
    signedInAs: ({ name, email }) => `${name}, ${email}`,
    saved: {
      password: 'Parola este schimbată. Celelalte sesiuni s-au închis.',
      totp: 'De acum vi se cere un cod la autentificare.',
      removed: 'Nu vi se mai cere un cod la autentificare.',
      passkey: 'Cheia de acces este adăugată. De acum se cere la autentificare.',
      passkeyNamed: 'Denumirea este schimbată.',
      passkeyRemoved: 'Cheia de acces este ștearsă.',
      ended: 'Sesiunea este închisă. Unde era deschisă, mai are efect cel mult cinci minute.',
    },
    password: {
      title: 'Schimbarea parolei',
      current: 'Parola de acum',
      hint: 'Celelalte sesiuni se închid.',
      submit: 'Schimbă parola',
      wrong: 'Parola de acum este greșită.',
    },
    totp: {
      title: 'Cod la autentificare',
      off: 'Pe lângă parolă se poate cere un cod dintr-o aplicație de pe telefon, altul la fiecare jumătate de minut.',
      on: ({ left }) => `Vi se cere un cod la autentificare. Coduri de rezervă rămase: ${left}.`,
      setUp: 'Activează codul',
      remove: 'Dezactivează codul',
      needed: 'Rolul dumneavoastră cere un cod la autentificare: nu se poate dezactiva.',
      neededNow: 'Rolul dumneavoastră cere un cod la autentificare. Activați-l ca să intrați.',
      newCodes: 'Coduri de rezervă noi',
      scan: 'Scanați imaginea cu aplicația de coduri, apoi scrieți codul pe care îl arată.',
      byHand: 'Sau scrieți în aplicație cheia:',
      code: 'Codul din aplicație',
      confirm: 'Confirmă codul',
      wrong: 'Codul nu este bun. Așteptați-l pe următorul și verificați ora telefonului.',
    },
    passkeys: {
      title: 'Chei de acces',
      hint: 'Cu o cheie de acces vă autentificați prin amprentă, chip sau codul de deblocare al telefonului ori al calculatorului. Ține și locul codului.',
      facts: ({ made, used }) => `din ${made}, folosită ultima dată ${used}`,
      codesLeft: ({ left }) => `Coduri de rezervă rămase: ${left}.`,
      needed: 'Rolul dumneavoastră cere un al doilea pas la autentificare: ultima cheie de acces nu se poate șterge.',
      add: 'Adaugă o cheie de acces',
      remove: 'Șterge cheia de acces',
      rename: 'Schimbă denumirea',
      save: 'Salvează denumirea',
      name: 'Denumirea cheii de acces',
      newTitle: 'Cheie de acces nouă',
      newHint: 'Browserul vă cere amprenta, chipul sau codul de deblocare și păstrează cheia de acces.',
      make: 'Creează cheia de acces',
      back: 'Renunță la cheia de acces',
      instead: 'Folosiți o cheie de acces în locul codului',
      show: 'Continuă cu o cheie de acces',
      refused: 'Cheia de acces nu s-a putut adăuga. Încercați din nou.',
      wrong: 'Cheia de acces nu a fost acceptată. Încercați din nou.',
      cancelled: 'Cheia de acces nu a răspuns. Încercați din nou sau alegeți alt mod de autentificare.',
      unsupported:
        'Acest browser nu are chei de acces la această adresă. Folosiți un cod sau deschideți pagina în alt browser, la o adresă sigură.',
      noScript: 'Cheile de acces cer JavaScript. Porniți-l și încărcați pagina din nou sau folosiți un cod.',
    },
    recovery: {
      title: 'Coduri de rezervă',
      hint: 'Fiecare ține o dată locul codului din aplicație. Păstrați-le pe hârtie: nu se mai arată.',
      goOn: 'Le-am păstrat',
    },
    code: {
      title: 'Codul de autentificare',
      hint: 'Scrieți codul din aplicație sau un cod de rezervă.',
      label: 'Cod',
      submit: 'Continuă',
      wrong: 'Codul nu este bun. Un cod folosit nu se mai acceptă: așteptați-l pe următorul.',
    },
    sessions: {
      title: 'Sesiuni',
      hint: 'Browserele în care sunteți autentificat.',
      here: 'acest browser',
      unknown: 'browser necunoscut',
      facts: ({ address, began, seen }) => `de la ${address}, din ${began}, ultima dată ${seen}`,
      end: 'Închide sesiunea',
      endOthers: 'Închide toate celelalte sesiuni',
    },
  },
  en: {
    title: 'My account',
    signedInAs: ({ name, email }) => `${name}, ${email}`,
    saved: {
      password: 'The password is changed. The other sessions have ended.',
      totp: 'From now on you are asked for a code when you sign in.',
      removed: 'You are no longer asked for a code when you sign in.',
      passkey: 'The passkey is added. It is asked for at sign-in from now on.',
      passkeyNamed: 'The name is changed.',
      passkeyRemoved: 'The passkey is deleted.',
      ended: 'The session has ended. Where it was open, it has effect for five more minutes at most.',
    },
    password: {
      title: 'Change the password',
      current: 'The password of now',
      hint: 'The other sessions end.',
      submit: 'Save the new password',
      wrong: 'The password of now is wrong.',
    },
    totp: {
      title: 'Code at sign-in',
      off: 'Beside the password you can be asked for a code from an application on your phone, another one each half minute.',
      on: ({ left }) => `You are asked for a code when you sign in. Recovery codes left: ${left}.`,
      setUp: 'Set the code up',
      remove: 'Switch the code off',
      needed: 'Your role asks for a code at sign-in: it cannot be switched off.',
      neededNow: 'Your role asks for a code at sign-in. Set it up to go on.',
      newCodes: 'New recovery codes',
      scan: 'Scan the image with the application for codes, then enter the code that it shows.',
      byHand: 'Or type this key into the application:',
      code: 'Code of the application',
      confirm: 'Confirm the code',
      wrong: 'The code is not right. Wait for the next one and check the time of the phone.',
    },
    passkeys: {
      title: 'Passkeys',
      hint: 'With a passkey you sign in by fingerprint, face or the unlock code of your phone or computer. It also takes the place of the code.',
      facts: ({ made, used }) => `since ${made}, last used ${used}`,
      codesLeft: ({ left }) => `Recovery codes left: ${left}.`,
      needed: 'Your role asks for a second step at sign-in: the last passkey cannot be deleted.',
      add: 'Add a passkey',
      remove: 'Delete the passkey',
      rename: 'Change the name',
      save: 'Save the name',
      name: 'Name of the passkey',
      newTitle: 'New passkey',
      newHint: 'The browser asks for your fingerprint, face or unlock code and keeps the passkey.',
      make: 'Create the passkey',
      back: 'Go on without a passkey',
      instead: 'Use a passkey in place of the code',
      show: 'Go on with a passkey',
      refused: 'The passkey could not be added. Try again.',
      wrong: 'The passkey was not accepted. Try again.',
      cancelled: 'The passkey did not answer. Try again or choose another way to sign in.',
      unsupported:
        'This browser has no passkeys at this address. Use a code, or open the page in another browser, at a secure address.',
      noScript: 'Passkeys need JavaScript. Switch it on and load the page again, or use a code.',
    },
    recovery: {
      title: 'Recovery codes',
      hint: 'Each takes once the place of the code of the application. Keep them on paper: they are not shown again.',
      goOn: 'I have kept them',
    },
    code: {
      title: 'Sign-in code',
      hint: 'Enter the code of the application or a recovery code.',
      label: 'One code',
      submit: 'Go on',
      wrong: 'The code is not right. A code that was used is not taken again: wait for the next one.',
    },
    sessions: {
      title: 'Sessions',
      hint: 'The browsers in which you are signed in.',
      here: 'this browser',
      unknown: 'unknown browser',
      facts: ({ address, began, seen }) => `from ${address}, since ${began}, last used ${seen}`,
      end: 'End the session',
      endOthers: 'End all other sessions',
    },
  },
};
