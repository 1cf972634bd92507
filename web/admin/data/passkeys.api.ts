import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from "@simplewebauthn/browser";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { CallInput } from "../../../contract/endpoint.ts";
import * as passkeys from "../../../contract/passkeys.ts";
import { messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { useToast } from "../../ui/Toast.tsx";
import { accountQuery } from "./account.api.ts";
import { useKeepSession } from "./login.api.ts";

/** Challenges are valid for five minutes, and a login screen may stay open for days. */
const OFFER_AGAIN_MS = 4 * 60 * 1000;

type Credential = NonNullable<CallInput<typeof passkeys.signInWithPasskey>["body"]>["credential"];

/** Browsers have passkeys only on encrypted sites and localhost, and only for host names. */
export const canUsePasskeys = () =>
  window.isSecureContext && browserSupportsWebAuthn() && !/^[\d.]+$|^\[/.test(location.hostname);

/** Shows no message on failure: the form does. */
export function useAddPasskey() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: async (name: string) => {
      const { options } = await call(passkeys.getPasskeyOptions);
      // The server made them with the same library, which has no schema for the contract.
      const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
      const credential = await explained(startRegistration({ optionsJSON }));
      return call(passkeys.addPasskey, { body: { name, credential: asCredential(credential) } });
    },
    onSuccess: ({ message }) => {
      toast({ message });
      return client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
}

export function useRemovePasskey() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (id: number) => call(passkeys.removePasskey, { params: { id } }),
    onSuccess: ({ message }) => toast({ message }),
    onError: (error) => toast({ message: messageOf(error, "The passkey could not be removed"), tone: "error" }),
    onSettled: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}

/** With the passkey that was chosen among the email field's suggestions, or with one that the browser asks for now. */
export function usePasskeySignIn() {
  const keep = useKeepSession();
  return useMutation({
    mutationFn: async (chosen: AuthenticationResponseJSON | "ask") => {
      const credential = chosen === "ask" ? await explained(askForPasskey()) : chosen;
      return call(passkeys.signInWithPasskey, { body: { credential: asCredential(credential) } });
    },
    onSuccess: keep,
  });
}

/** Offers passkeys among the suggestions of the email field, where the browser can. Nothing happens until one is chosen. */
export function usePasskeySuggestions(isOn: boolean, onChosen: (credential: AuthenticationResponseJSON) => void) {
  const choose = useEffectEvent(onChosen);
  useEffect(() => {
    if (!isOn) return;
    let isOver = false;
    const offer = async () => {
      if (!(await browserSupportsWebAuthnAutofill()) || isOver) return;
      const credential = await askForPasskey({ useBrowserAutofill: true });
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

async function askForPasskey({ useBrowserAutofill = false } = {}): Promise<AuthenticationResponseJSON> {
  const { options } = await call(passkeys.getSignInOptions);
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON, useBrowserAutofill });
}

/** The contract describes the parts that every answer of a browser has. */
const asCredential = (credential: object) => credential as unknown as Credential;

/** Browsers explain their refusals to programmers. */
async function explained<Answer>(ceremony: Promise<Answer>): Promise<Answer> {
  try {
    return await ceremony;
  } catch (error) {
    if (error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED") {
      throw new Error("This device already has a passkey for this site.");
    }
    if (error instanceof Error && (error instanceof WebAuthnError || error.name === "NotAllowedError")) {
      throw new Error("The browser did not use a passkey. Try again.");
    }
    throw error;
  }
}
