/**
 * Nobody trusts it, and it is for this machine's loopback in tests alone. Made with
 * openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=127.0.0.1
 */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgAhe7ZoV6FB3kSMKU
5f565uiJddLLh/rahQiNNqHAxfahRANCAAQsT9g0JNPbnx7P5vq8QDPVPCe7soYj
Vs7SsbqqQpnQkii9CKTtCQrZPzNLrkyBx94YFZlRXTnnTz0kOVsD7K8/
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBgDCCASWgAwIBAgIUckSi/BSXdXXKKtO+IkYOwY4xBNAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMTEwMzAwOFoYDzIxMjYxMDI4
MTAzMDA4WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQsT9g0JNPbnx7P5vq8QDPVPCe7soYjVs7SsbqqQpnQkii9CKTtCQrZ
PzNLrkyBx94YFZlRXTnnTz0kOVsD7K8/o1MwUTAdBgNVHQ4EFgQUP9Iw7BuaGLm4
qLIxBo+gYkhF9tcwHwYDVR0jBBgwFoAUP9Iw7BuaGLm4qLIxBo+gYkhF9tcwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEAqH9SXVq5wITWpLlMbzss
zrRXQQaFW5IMnFiqF+TH0QACIQCswr8/TlfuDF+8FeOfb8n+ejPb3eGgXQNBhsA6
Q6BWtQ==
-----END CERTIFICATE-----`,
}
