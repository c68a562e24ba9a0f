package tally

import "fmt"

// String returns the credential without its secret, so that no log has it.
func (c Credential) String() string {
	return fmt.Sprintf("{Flags:%d Kind:%d Name:%q Secret:%s Format:%q}", c.Flags, c.Kind, c.Name, hidden(c.Secret), c.Format)
}

// GoString returns the same as String.
func (c Credential) GoString() string { return c.String() }

// String returns the request. If it has a credential, the URL and the headers are left out.
func (r Request) String() string {
	url, headers := fmt.Sprintf("%q", r.URL), fmt.Sprintf("%q", r.Headers)
	if r.Flags&RequestFlagCredential != 0 {
		url, headers = hidden(r.URL), hidden(r.Headers)
	}
	return fmt.Sprintf("{Kind:%d ID:%d Method:%s URL:%s Headers:%s Flags:%d}", r.Kind, r.ID, r.Method, url, headers, r.Flags)
}

// GoString returns the same as String.
func (r Request) GoString() string { return r.String() }

func hidden(secret string) string {
	if secret == "" {
		return `""`
	}
	return "…"
}
