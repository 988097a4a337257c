import type { Role } from '@noa/domain/vocabulary.ts';
import type { PasswordFault } from '../sign-in/password-rules.ts';
import type { Locale } from '../accounts/user.queries.ts';

/** Why a sign-in did not go on. */
export type SignInFailure = 'wrong' | 'throttled' | 'passkey' | 'blocked';

/** What the pages about signing in say. Held to the vocabulary by `scripts/vocabulary.test.mjs`. */
const ro = {
  brand: 'Noa · acces la containere',
  home: 'Înapoi la aplicație',
  email: 'E-mail',
  name: 'Nume',
  password: 'Parola',
  failures: {
    wrong: 'E-mail sau parolă greșită',
    passkey: 'Cheia de acces nu a fost acceptată. Încercați din nou sau autentificați-vă cu parola.',
    throttled: 'Prea multe încercări. Încercați din nou peste câteva minute.',
    blocked: 'Contul este blocat. Adresați-vă administratorului.',
  } satisfies Record<SignInFailure, string>,
  login: {
    title: 'Autentificare',
    failed: 'Eroare la autentificare',
    submit: 'Intră',
    passkey: 'Autentificare cu o cheie de acces',
    demo: 'Conturi demonstrative',
    demoHint: 'Alegeți un cont: formularul se completează, apoi apăsați „Intră”.',
    roles: {
      root: 'administrator general',
      local_implementer: 'implementator local',
      local_reporter: 'utilizator rapoarte',
      manager: 'administrator de bloc',
      container_admin: 'administrator de containere',
      ara_user: 'locatar',
    } satisfies Record<Role, string>,
  },
  choose: {
    root: 'Primul administrator general',
    rootHint: 'Acest cont are voie tot. Ceilalți oameni se invită apoi din aplicație.',
    invitation: 'Bine ați venit',
    reset: 'Parolă nouă',
    sign_up: 'Cont de locatar',
    newPassword: 'Parolă nouă',
    repeat: 'Parola încă o dată',
    rules: 'Cel puțin 12 caractere, de orice fel. O propoziție scurtă este ușor de ținut minte.',
    submit: 'Salvează parola',
    done: 'Parola este salvată',
    doneHint: 'De acum vă autentificați cu ea.',
    faults: {
      short: 'Parola are mai puțin de 12 caractere.',
      long: 'Parola are mai mult de 256 de caractere.',
      common: 'Parola este printre cele încercate întâi de oricine ghicește. Alegeți alta.',
      own: 'Parola este numele sau adresa contului. Alegeți alta.',
      different: 'Cele două parole nu sunt la fel.',
      email: 'Scrieți o adresă de e-mail.',
      name: 'Scrieți un nume.',
      taken: 'Adresa are deja un cont.',
    } satisfies Record<PasswordFault | 'different' | 'email' | 'name' | 'taken', string>,
  },
  /** Where a link is asked for, to be mailed. */
  ask: {
    reset: {
      link: 'Am uitat parola',
      title: 'Parolă uitată',
      hint: 'Scrieți adresa contului: primiți un link prin care alegeți altă parolă.',
      submit: 'Trimite linkul',
      sent: 'Verificați e-mailul',
      sentHint: 'Dacă adresa are un cont, linkul este pe drum. Este valabil o oră.',
    },
    sign_up: {
      link: 'Sunt locatar și nu am cont',
      title: 'Cont de locatar',
      hint: 'Scrieți adresa dumneavoastră de e-mail: primiți un link prin care vă alegeți parola. Apoi introduceți codul din scrisoare.',
      submit: 'Trimite linkul',
      sent: 'Verificați e-mailul',
      sentHint: 'E-mailul este pe drum; scrie în el cât este valabil linkul. Dacă nu sosește, verificați adresa.',
    },
  },
  link: {
    title: 'Linkul nu mai este valabil',
    hint: 'A fost folosit sau a expirat. Cereți altul.',
  },
  /** Of a link by which an account is made, where there is one by now. */
  known: {
    title: 'Adresa are deja un cont',
    hint: 'Autentificați-vă cu parola contului. Dacă nu o știți, apăsați acolo „Am uitat parola”.',
  },
  logout: {
    title: 'Deconectare',
    question: 'Doriți să închideți sesiunea?',
    running: 'Se închide sesiunea…',
    submit: 'Deconectare',
  },
  error: {
    title: 'Autentificare nereușită',
    hint: 'Cererea de autentificare nu a putut fi continuată. Porniți din nou de pe pagina aplicației.',
    code: ({ code }: { code: string }) => `Cod: ${code}`,
  },
  expired: {
    tab: 'Sesiune expirată',
    title: 'Pagina de autentificare a expirat',
    hint: 'Porniți din nou de pe pagina aplicației.',
  },
};

export type PageTexts = typeof ro;

export const pageTexts: Readonly<Record<Locale, PageTexts>> = {
  ro,
  en: {
    brand: 'Noa · access to containers',
    home: 'Back to the application',
    email: 'E-mail',
    name: 'Name',
    password: 'Password',
    failures: {
      wrong: 'Wrong e-mail or password',
      passkey: 'The passkey was not accepted. Try again, or sign in with the password.',
      throttled: 'Too many attempts. Try again in a few minutes.',
      blocked: 'The account is blocked. Ask your administrator.',
    },
    login: {
      title: 'Sign in',
      failed: 'Sign-in error',
      submit: 'Sign in now',
      passkey: 'Sign in with a passkey',
      demo: 'Demonstration accounts',
      demoHint: 'Choose an account: the form is filled in, then press “Sign in now”.',
      roles: {
        root: 'general administrator',
        local_implementer: 'local implementer',
        local_reporter: 'reports user',
        manager: 'property administrator',
        container_admin: 'container administrator',
        ara_user: 'resident',
      },
    },
    choose: {
      root: 'The first general administrator',
      rootHint: 'This account may do everything. Others are then invited from within the application.',
      invitation: 'Welcome',
      reset: 'New password',
      sign_up: 'Account of a resident',
      newPassword: 'New password',
      repeat: 'The password once more',
      rules: 'At least 12 characters, of any kind. A short sentence is easy to remember.',
      submit: 'Save the password',
      done: 'The password is saved',
      doneHint: 'From now on you sign in with it.',
      faults: {
        short: 'The password has fewer than 12 characters.',
        long: 'The password has more than 256 characters.',
        common: 'The password is among those that are guessed first. Choose another.',
        own: 'The password is the name or address of the account. Choose another.',
        different: 'The two passwords are not the same.',
        email: 'Enter an e-mail address.',
        name: 'Enter a name.',
        taken: 'The address has an account already.',
      },
    },
    ask: {
      reset: {
        link: 'I forgot the password',
        title: 'Forgotten password',
        hint: 'Enter the address of the account: you receive a link by which you choose another password.',
        submit: 'Send the link',
        sent: 'Look at your e-mail',
        sentHint: 'If the address has an account, the link is on its way. It works for one hour.',
      },
      sign_up: {
        link: 'I am a resident and have no account',
        title: 'Account of a resident',
        hint: 'Enter your e-mail address: you receive a link by which you choose a password. Then enter the code of the letter.',
        submit: 'Send the link',
        sent: 'Look at your e-mail',
        sentHint:
          'The e-mail is on its way, and says how long its link works. If it does not arrive, check the address.',
      },
    },
    link: {
      title: 'The link is no longer valid',
      hint: 'It was used or has expired. Ask for another.',
    },
    known: {
      title: 'The address has an account already',
      hint: 'Sign in with its password. If you do not know it, press “I forgot the password” there.',
    },
    logout: {
      title: 'Sign out',
      question: 'Do you want to end the session?',
      running: 'Ending the session…',
      submit: 'Sign out',
    },
    error: {
      title: 'The sign-in did not succeed',
      hint: 'The sign-in request could not go on. Start again from the page of the application.',
      code: ({ code }) => `Code: ${code}`,
    },
    expired: {
      tab: 'Session expired',
      title: 'The sign-in page has expired',
      hint: 'Start again from the page of the application.',
    },
  },
};
