import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import * as passkeys from "../../../contract/passkeys.ts";
import { call } from "../../api/call.ts";
import { useToast } from "../../ui/Toast.tsx";
import { accountQuery } from "../data/account.api.ts";
import { askForPasskey } from "../data/passkeys.api.ts";
import { useKeepSession } from "./login.ts";

/** How the owner confirms a change of the account: with the password, or with a passkey that the browser asks for. */
export type ConfirmBy = { password: string } | "passkey";

export async function confirmBy(by: ConfirmBy): Promise<passkeys.Confirmation> {
  if (by !== "passkey") return { current_password: by.password };
  const credential = await explained(askForPasskey(passkeys.getConfirmationOptions));
  return { passkey: asCredential(credential) };
}

/** Shows no message on failure: the dialog does. */
export function useAddPasskey() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: async ({ name, by }: { name: string; by: ConfirmBy }) => {
      const { options } = await call(passkeys.getPasskeyOptions, { body: await confirmBy(by) });
      // The server made them with the same library, which has no schema for the contract.
      const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
      const credential = await explained(startRegistration({ optionsJSON }));
      return call(passkeys.addPasskey, { body: { name, credential: asCredential(credential) } });
    },
    onSuccess: ({ message }) => {
      toast({ message });
      // Not waited for: the dialog closes when the passkey is there.
      void client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
}

/** Shows no message on failure: the dialog does. */
export function useRemovePasskey() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: async ({ id, by }: { id: number; by: ConfirmBy }) =>
      call(passkeys.removePasskey, { params: { id }, body: await confirmBy(by) }),
    onSuccess: ({ message }) => {
      toast({ message });
      // The URLs of hidden pictures have ended, in every list that was loaded before.
      void client.invalidateQueries();
    },
    // It may have been removed elsewhere.
    onError: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
}

/** With the passkey that was chosen among the email field's suggestions, or with one that the browser asks for now. */
export function usePasskeySignIn() {
  const keep = useKeepSession();
  return useMutation({
    mutationFn: async (chosen: AuthenticationResponseJSON | "ask") => {
      const credential = chosen === "ask" ? await explained(askForPasskey(passkeys.getSignInOptions)) : chosen;
      return call(passkeys.signInWithPasskey, { body: { credential: asCredential(credential) } });
    },
    onSuccess: keep,
  });
}

/** The contract describes the parts that every browser's response has. */
const asCredential = (credential: object) => credential as unknown as passkeys.Credential;

/** Browsers explain their refusals to programmers. */
async function explained<Result>(ceremony: Promise<Result>): Promise<Result> {
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
