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

export const accountMailTexts: Readonly<Record<Locale, Readonly<Record<'invitation' | 'reset', MailText>>>> = {
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
  },
};
