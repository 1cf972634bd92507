import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { TokenScope } from "../../../contract/limits.ts";
import { addToken, removeToken } from "../../../contract/tokens.ts";
import { messageOf } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { useToast } from "../../ui/Toast.tsx";
import { accountQuery } from "../data/account.api.ts";
import { type ConfirmBy, confirmBy } from "./passkeys.ts";

type NewToken = { name: string; scope: TokenScope; expires_on: string | null; by: ConfirmBy };

/** Shows no message on failure: the dialog does. */
export function useAddToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ by, ...token }: NewToken) => call(addToken, { body: { ...token, ...(await confirmBy(by)) } }),
    // Not waited for: the dialog shows the token when there is one.
    onSuccess: () => void client.invalidateQueries({ queryKey: accountQuery.queryKey }),
    // No copy of the token stays in the memory of the page.
    gcTime: 0,
  });
}

export function useRemoveToken() {
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (id: number) => call(removeToken, { params: { id } }),
    onSuccess: ({ message }) => {
      toast({ message });
      // The URLs of hidden pictures have ended, in every list that was loaded before.
      return client.invalidateQueries();
    },
    onError: (error) => {
      toast({ message: messageOf(error, "The token could not be removed"), tone: "error" });
      // It may have been removed elsewhere.
      return client.invalidateQueries({ queryKey: accountQuery.queryKey });
    },
  });
}
