import { accountTexts } from './account-texts.ts';
import { escapeHtml } from './page.ts';
import type { Asked } from '../sign-in/passkeys.ts';
import type { Locale } from '../accounts/user.queries.ts';

export interface PasskeyFormOptions {
  readonly locale: Locale;
  readonly action: string;
  readonly asked: Asked;
  readonly button: string;
  /** HTML of further fields. */
  readonly fields?: string;
  /** Whether nothing is said where there are no passkeys: the page has another way, and asks for none. */
  readonly silent?: boolean;
}

/** A form that is sent with what a passkey answered; shown by the script of it, where the browser knows passkeys. */
export function passkeyForm({ locale, action, asked, button, fields = '', silent }: PasskeyFormOptions): string {
  const { unsupported, cancelled, noScript } = accountTexts[locale].passkeys;
  return `
<form hidden${silent ? ' class="after"' : ''} id="passkey" method="post" action="${escapeHtml(action)}" data-asked="${escapeHtml(JSON.stringify(asked))}" data-cancelled="${escapeHtml(cancelled)}"${silent ? '' : ` data-unsupported="${escapeHtml(unsupported)}"`}>
<input type="hidden" name="passkey">
${fields}
<button type="submit"${silent ? ' class="second"' : ''}>${button}</button>
</form>
<p class="error after" role="alert" id="passkey-said" hidden></p>
${silent ? '' : `<noscript><p class="error">${noScript}</p></noscript>`}`;
}

/** Written for browsers from before `PublicKeyCredential.parseRequestOptionsFromJSON`, which came in 2025. */
export const passkeyScript = `
(function () {
  var form = document.getElementById('passkey');
  var said = document.getElementById('passkey-said');
  function say(text) { said.textContent = text; said.hidden = !text; }
  if (!window.isSecureContext || !window.PublicKeyCredential || !navigator.credentials) {
    say(form.dataset.unsupported || '');
    return;
  }
  function toBytes(text) {
    var raw = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
    return Uint8Array.from(raw, function (each) { return each.charCodeAt(0); });
  }
  function toText(bytes) {
    var raw = Array.from(new Uint8Array(bytes), function (each) { return String.fromCharCode(each); }).join('');
    return btoa(raw).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
  }
  function named(list) {
    return (list || []).map(function (each) { return Object.assign({}, each, { id: toBytes(each.id) }); });
  }
  var asked = JSON.parse(form.dataset.asked);
  var making = 'pubKeyCredParams' in asked;
  asked.challenge = toBytes(asked.challenge);
  if (making) {
    asked.user.id = toBytes(asked.user.id);
    asked.excludeCredentials = named(asked.excludeCredentials);
  } else {
    asked.allowCredentials = named(asked.allowCredentials);
  }
  function sendOf(credential) {
    var from = credential.response;
    var response = { clientDataJSON: toText(from.clientDataJSON) };
    if (making) {
      response.attestationObject = toText(from.attestationObject);
      response.transports = from.getTransports ? from.getTransports() : [];
    } else {
      response.authenticatorData = toText(from.authenticatorData);
      response.signature = toText(from.signature);
      if (from.userHandle) response.userHandle = toText(from.userHandle);
    }
    form.elements.passkey.value = JSON.stringify({
      id: credential.id, rawId: toText(credential.rawId), type: credential.type, clientExtensionResults: {}, response: response,
    });
    form.submit();
  }
  form.hidden = false;
  form.addEventListener('submit', function (event) {
    event.preventDefault();
    say('');
    navigator.credentials[making ? 'create' : 'get']({ publicKey: asked }).then(sendOf, function () {
      say(form.dataset.cancelled);
    });
  });
})();
`;
