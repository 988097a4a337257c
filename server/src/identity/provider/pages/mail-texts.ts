import type { Locale } from '../accounts/user.queries.ts';

/** What a mail about an account is made of. */
export interface AccountMailFacts {
  readonly name: string;
  /** Where the link leads. */
  readonly url: string;
  /** How long it may be followed. */
  readonly hours: number;
  readonly days: number;
  /** Who invites, and to what; empty in other mails. */
  readonly inviter: string;
  readonly invitedTo: string;
}

interface MailText {
  readonly subject: (facts: AccountMailFacts) => string;
  readonly body: (facts: AccountMailFacts) => readonly string[];
}

export const accountMailTexts: Readonly<
  Record<Locale, Readonly<Record<'invitation' | 'reset' | 'sign_up' | 'known', MailText>>>
> = {
  ro: {
    invitation: {
      subject: ({ invitedTo }) => `Invitație în Noa: ${invitedTo}`,
      body: ({ inviter, invitedTo, url, days }) => [
        `${inviter} v-a invitat în Noa: ${invitedTo}.`,
        `Alegeți o parolă pe această pagină, în cel mult ${days} zile:\n${url}`,
        'Linkul se folosește o singură dată. Dacă nu vă așteptați la această invitație, nu trebuie să faceți nimic.',
      ],
    },
    reset: {
      subject: () => 'Parolă nouă pentru Noa',
      body: ({ name, url }) => [
        `Bună ziua, ${name}.`,
        `Cineva a cerut o parolă nouă pentru acest cont. Alegeți-o pe această pagină, în cel mult o oră:\n${url}`,
        'Dacă nu ați cerut dumneavoastră, nu trebuie să faceți nimic: parola rămâne cea de acum.',
      ],
    },
    sign_up: {
      subject: () => 'Cont de locatar în Noa',
      body: ({ url, hours }) => [
        'Bună ziua.',
        `Cineva a cerut un cont pentru această adresă. Alegeți o parolă pe această pagină, în cel mult ${hours} de ore:\n${url}`,
        'Linkul se folosește o singură dată. Dacă nu ați cerut dumneavoastră, nu trebuie să faceți nimic.',
      ],
    },
    known: {
      subject: () => 'Aveți deja un cont în Noa',
      body: ({ name, url }) => [
        `Bună ziua, ${name}.`,
        'Cineva a cerut un cont pentru această adresă. Aveți deja unul: autentificați-vă cu parola contului.',
        `Dacă nu aveți sau nu mai știți parola, alegeți una pe această pagină, în cel mult o oră:\n${url}`,
        'Dacă nu ați cerut dumneavoastră, nu trebuie să faceți nimic.',
      ],
    },
  },
  en: {
    invitation: {
      subject: ({ invitedTo }) => `Invitation to Noa: ${invitedTo}`,
      body: ({ inviter, invitedTo, url, days }) => [
        `${inviter} has invited you to Noa: ${invitedTo}.`,
        `Choose a password on this page, within ${days} days:\n${url}`,
        'The link works once. If you did not expect this invitation, there is nothing to do.',
      ],
    },
    reset: {
      subject: () => 'A new password for Noa',
      body: ({ name, url }) => [
        `Hello ${name},`,
        `somebody asked for a new password for this account. Choose it on this page, within an hour:\n${url}`,
        'If it was not you, there is nothing to do: the password stays as it is.',
      ],
    },
    sign_up: {
      subject: () => 'Account of a resident in Noa',
      body: ({ url, hours }) => [
        'Hello,',
        `somebody asked for an account for this address. Choose a password on this page, within ${hours} hours:\n${url}`,
        'The link works once. If it was not you, there is nothing to do.',
      ],
    },
    known: {
      subject: () => 'You have an account in Noa already',
      body: ({ name, url }) => [
        `Hello ${name},`,
        'somebody asked for an account for this address. You have one already: sign in with its password.',
        `If you have none or no longer know it, choose one on this page, within an hour:\n${url}`,
        'If it was not you, there is nothing to do.',
      ],
    },
  },
};
