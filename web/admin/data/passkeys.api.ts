import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { useEffect, useEffectEvent } from "react";
import * as passkeys from "../../../contract/passkeys.ts";
import { call } from "../../api/call.ts";

/** Challenges are valid for five minutes, and a login screen may stay open for days. */
const OFFER_AGAIN_MS = 4 * 60 * 1000;

/** Browsers have passkeys only on encrypted sites and localhost, and only for host names. */
export const canUsePasskeys = () =>
  window.isSecureContext && browserSupportsWebAuthn() && !/^[\d.]+$|^\[/.test(location.hostname);

/** Offers passkeys among the suggestions of the email field, where the browser can. Nothing happens until one is chosen. */
export function usePasskeySuggestions(isOn: boolean, onChosen: (credential: AuthenticationResponseJSON) => void) {
  const choose = useEffectEvent(onChosen);
  useEffect(() => {
    if (!isOn) return;
    let isOver = false;
    const offer = async () => {
      if (!(await browserSupportsWebAuthnAutofill()) || isOver) return;
      const credential = await askForPasskey(passkeys.getSignInOptions, { useBrowserAutofill: true });
      if (!isOver) choose(credential);
    };
    // It ends without a choice when the person types a password, or asks for a passkey with the button.
    const begin = () => void offer().catch(() => {});
    begin();
    const timer = setInterval(begin, OFFER_AGAIN_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
      WebAuthnAbortService.cancelCeremony();
    };
  }, [isOn]);
}

export async function askForPasskey(
  ceremony: typeof passkeys.getSignInOptions,
  { useBrowserAutofill = false } = {},
): Promise<AuthenticationResponseJSON> {
  const { options } = await call(ceremony);
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON, useBrowserAutofill });
}
