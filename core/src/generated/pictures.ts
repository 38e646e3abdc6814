// Drawn and listed by `node core/art/draw.ts`. Do not edit.
export const pictures = [
  {
    "number": "01",
    "scene": "sea",
    "height": 1500,
    "file": {
      "id": "439afb6a0e2c0ff8f4c970c59fe46c18",
      "extension": "jpg",
      "bytes": 16043
    }
  },
  {
    "number": "02",
    "scene": "stillLife",
    "height": 1200,
    "file": {
      "id": "9a0bbfc97e9dd54103601a77edf882b7",
      "extension": "jpg",
      "bytes": 15117
    }
  },
  {
    "number": "03",
    "scene": "hills",
    "height": 628,
    "file": {
      "id": "6576b81bfe6a2ba208c97a0464f9c7c5",
      "extension": "jpg",
      "bytes": 11669
    }
  },
  {
    "number": "04",
    "scene": "town",
    "height": 1500,
    "file": {
      "id": "4fc1d264b45701a63500941375441b85",
      "extension": "jpg",
      "bytes": 34510
    }
  },
  {
    "number": "05",
    "scene": "forest",
    "height": 1200,
    "file": {
      "id": "84e341fda986ed45519aa4dd093e89fa",
      "extension": "jpg",
      "bytes": 25636
    }
  },
  {
    "number": "06",
    "scene": "sea",
    "height": 628,
    "file": {
      "id": "aaa7a6f87d96103abec3ee5f9ecf1ac1",
      "extension": "jpg",
      "bytes": 10847
    }
  },
  {
    "number": "07",
    "scene": "stillLife",
    "height": 1500,
    "file": {
      "id": "54aa5240971841c38729bee09608d82c",
      "extension": "jpg",
      "bytes": 15269
    }
  },
  {
    "number": "08",
    "scene": "hills",
    "height": 1200,
    "file": {
      "id": "73ed8cac18628be7a33bc27085eba069",
      "extension": "jpg",
      "bytes": 18093
    }
  },
  {
    "number": "09",
    "scene": "town",
    "height": 628,
    "file": {
      "id": "7ee6867f8a1e557d8d588b1f556fde91",
      "extension": "jpg",
      "bytes": 25561
    }
  },
  {
    "number": "10",
    "scene": "forest",
    "height": 1500,
    "file": {
      "id": "3ae25b1d1cdf7fe68d9b20bc6c15b5c1",
      "extension": "jpg",
      "bytes": 24572
    }
  },
  {
    "number": "11",
    "scene": "sea",
    "height": 1200,
    "file": {
      "id": "fa4337bd544866875a80c227744f410d",
      "extension": "jpg",
      "bytes": 14706
    }
  },
  {
    "number": "12",
    "scene": "stillLife",
    "height": 628,
    "file": {
      "id": "ebec2ddbe934fc859d463f6c315b0b1f",
      "extension": "jpg",
      "bytes": 10147
    }
  },
  {
    "number": "13",
    "scene": "hills",
    "height": 1500,
    "file": {
      "id": "4615536a6de75c1cb277627eb57e4fcf",
      "extension": "jpg",
      "bytes": 22685
    }
  },
  {
    "number": "14",
    "scene": "town",
    "height": 1200,
    "file": {
      "id": "63b61779604373f3c16e14fa804d0091",
      "extension": "jpg",
      "bytes": 31322
    }
  },
  {
    "number": "15",
    "scene": "forest",
    "height": 628,
    "file": {
      "id": "207f9cdd260d0cc888e712cadc3bb5c0",
      "extension": "jpg",
      "bytes": 9539
    }
  },
  {
    "number": "16",
    "scene": "sea",
    "height": 1500,
    "file": {
      "id": "569a13f6cb6400d06003e6682cc7034c",
      "extension": "jpg",
      "bytes": 15188
    }
  },
  {
    "number": "17",
    "scene": "stillLife",
    "height": 1200,
    "file": {
      "id": "ddda7476eb0ff9add9f63878395c7a33",
      "extension": "jpg",
      "bytes": 16166
    }
  },
  {
    "number": "18",
    "scene": "hills",
    "height": 628,
    "file": {
      "id": "8c5756f06004d34ef26521a49c8d90f4",
      "extension": "jpg",
      "bytes": 12573
    }
  },
  {
    "number": "19",
    "scene": "town",
    "height": 1500,
    "file": {
      "id": "6fdc13b9445e288c0eb661756c207033",
      "extension": "jpg",
      "bytes": 37009
    }
  },
  {
    "number": "20",
    "scene": "forest",
    "height": 1200,
    "file": {
      "id": "a61e2d1f1d0f58feff9e78303064036d",
      "extension": "jpg",
      "bytes": 20021
    }
  }
] as const

export const clip = {
  "id": "3bdd2a38d647f799597b1442564e8dd1",
  "extension": "mp4",
  "bytes": 13873
} as const
