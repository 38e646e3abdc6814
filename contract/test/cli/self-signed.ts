/**
 * Nobody trusts it, and it is for this machine's loopback in tests alone. It is valid from 2000 to 2125, whatever the clock of
 * the machine says. Made with openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=127.0.0.1
 * and openssl ca -selfsign -startdate 20000101000000Z -enddate 21260101000000Z
 */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSbjHh93zrq2+mZhq
WqWiZUWr53r99Px6hbP5j6ko/6ehRANCAAR/luquYfj8Dm7faYPiDCAFJsmBSIkV
3B8x0lnp4neZXRvWLM9qypvK6hYXlGJIGeC/Y6+vk8Lv8kNwzZEwEX2/
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBEjCBuAIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwIBcN
MDAwMTAxMDAwMDAwWhgPMjEyNjAxMDEwMDAwMDBaMBQxEjAQBgNVBAMMCTEyNy4w
LjAuMTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABH+W6q5h+PwObt9pg+IMIAUm
yYFIiRXcHzHSWenid5ldG9Ysz2rKm8rqFheUYkgZ4L9jr6+Twu/yQ3DNkTARfb8w
CgYIKoZIzj0EAwIDSQAwRgIhAPcVKmyjcXHHtkkBzZlxdjWjX2u+Qz6Bq80z4uhv
1W0/AiEAtGBy/7iYQzG6qUCNm+mvOCPSIfV8BmnpnSRn0C1R3O0=
-----END CERTIFICATE-----`,
}
